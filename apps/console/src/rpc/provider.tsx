"use client";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { noteAnotherMerchant } from "./another-merchant.ts";
import { createLinks, trpc } from "./client.ts";
import { failureOf } from "./failure.ts";
import { leadToSignIn, onRefusedRead } from "./refused-read.ts";

/** What the shop did a moment ago elsewhere may be missing; nobody waits twice for the same. */
const FRESH_MS = 10_000;
const MOST_TRIES = 2;

/** A refusal stays one; only what never came to an answer is asked again, and not while there is no line. */
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
    // what somebody filled in must not be lost: there the refusal says how to go on
    mutationCache: new MutationCache({
      onError: (error, _given, _result, { meta }) => {
        noteAnotherMerchant(error);
        if (meta?.isReading) leadToSignIn(error);
      },
    }),
    defaultOptions: {
      // without a line a call fails, and is told so: held back it would be done by itself, minutes later
      queries: { networkMode: "always", refetchOnReconnect: true, staleTime: FRESH_MS, retry },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

let ofBrowser: QueryClient | undefined;

/** One for the browser; on the server one for each request, so that people never share answers. */
function queriesHere() {
  if (typeof window === "undefined") return createQueries();
  ofBrowser ??= createQueries();
  return ofBrowser;
}

type ApiProviderProps = { merchantId?: number; children: ReactNode };

/** The service for what is within: of pages for staff, as the merchant's that they were made for. */
export function ApiProvider({ merchantId, children }: ApiProviderProps) {
  const queries = queriesHere();
  const [client] = useState(() => trpc.createClient({ links: createLinks(merchantId ?? null) }));
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
