"use client";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { noteAnotherMerchant } from "./another-merchant.ts";
import { createLinks, trpc } from "./client.ts";
import { failureOf } from "./failure.ts";
import { HandOver, takeOver } from "./hand-over.tsx";
import { pageLinks, pageQueries } from "./page-queries.ts";
import { askToSignIn, leadToSignIn, onRefusedRead } from "./refused-read.ts";

/**
 * How long data is fresh. A query is not sent again within this time, so changes by others may be missing.
 */
const FRESH_MS = 10_000;
const MOST_TRIES = 2;
const options = { networkMode: "always", refetchOnReconnect: true, staleTime: FRESH_MS } as const;

/**
 * Whether to repeat a query: at most `MOST_TRIES` times, if the service did not answer or was overloaded.
 * Never while offline.
 */
function retry(tries: number, error: unknown) {
  return (
    navigator.onLine &&
    tries < MOST_TRIES &&
    ["unreachable", "overloaded"].includes(failureOf(error).code)
  );
}

function createQueries() {
  return new QueryClient({
    queryCache: new QueryCache({ onError: onRefusedRead }),
    // A refused form stays open, so that its content is not lost. The refusal explains how to continue.
    mutationCache: new MutationCache({
      onError: (error, _given, _result, { meta }) => {
        noteAnotherMerchant(error);
        if (meta?.isReading) leadToSignIn(error);
        else askToSignIn(error);
      },
    }),
    defaultOptions: {
      // an offline call fails at once; by default, React Query would send it later without anyone noticing
      queries: { ...options, retry },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

let ofBrowser: QueryClient | undefined;

/** Returns one client in the browser, and one per request on the server, so that people never share data. */
function queriesHere() {
  if (typeof window === "undefined") return pageQueries(options);
  if (!ofBrowser) {
    ofBrowser = createQueries();
    takeOver(ofBrowser);
  }
  return ofBrowser;
}

type ApiProviderProps = { merchantId?: number; children: ReactNode };

/** Provides the service to its children. All calls name `merchantId`, the merchant that the page shows. */
export function ApiProvider({ merchantId, children }: ApiProviderProps) {
  const [queries] = useState(queriesHere);
  const [client] = useState(() =>
    trpc.createClient({
      links: (typeof window === "undefined" ? pageLinks : createLinks)(merchantId ?? null),
    }),
  );
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      <HandOver queries={queries} />
    </trpc.Provider>
  );
}
