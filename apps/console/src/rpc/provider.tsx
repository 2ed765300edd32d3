"use client";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createLinks, trpc } from "./client.ts";
import { failureOf, isSignedOut } from "./failure.ts";

/** What the shop did a moment ago elsewhere may be missing; nobody waits twice for the same. */
const FRESH_MS = 10_000;
const MOST_TRIES = 2;

/** A session that has ended leads to the sign-in, and from there back. */
function onError(error: unknown) {
  if (!isSignedOut(error) || window.location.pathname === "/sign-in") return;
  const next = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?next=${encodeURIComponent(next)}`);
}

/** A refusal stays one; only what never came to an answer is asked again. */
function retry(tries: number, error: unknown) {
  return tries < MOST_TRIES && ["unreachable", "overloaded"].includes(failureOf(error).code);
}

function createQueries() {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { staleTime: FRESH_MS, retry }, mutations: { retry: false } },
  });
}

let ofBrowser: QueryClient | undefined;

/** One for the browser; on the server one for each request, so that people never share answers. */
function queriesHere() {
  if (typeof window === "undefined") return createQueries();
  ofBrowser ??= createQueries();
  return ofBrowser;
}

export function ApiProvider({ children }: { children: ReactNode }) {
  const queries = queriesHere();
  const [client] = useState(() => trpc.createClient({ links: createLinks() }));
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
