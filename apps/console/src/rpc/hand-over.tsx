"use client";
import { type DehydratedState, dehydrate, hydrate, type QueryClient } from "@tanstack/react-query";
import { useServerInsertedHTML } from "next/navigation";
import { useState } from "react";
import { pageRequest } from "./page-request.ts";

declare global {
  interface Window {
    /** Data that the server read for the page, until the browser's queries take it over. */
    pageReads?: { push: (read: DehydratedState) => void };
  }
}

/** Adds to the page the data that the server has read, each part before the HTML that shows it. */
export function HandOver({ queries }: { queries: QueryClient }) {
  const [sent] = useState(() => new Set<string>());
  useServerInsertedHTML(() => {
    if (typeof window !== "undefined") return null;
    const read = dehydrate(queries, {
      shouldDehydrateQuery: ({ queryHash, state }) =>
        state.status === "success" && !sent.has(queryHash),
      shouldDehydrateMutation: () => false,
    });
    if (!read.queries.length) return null;
    for (const { queryHash } of read.queries) sent.add(queryHash);
    // escaped, so that no text can end the script element
    const text = JSON.stringify(read).replaceAll("<", "\\u003c");
    return <script nonce={pageRequest()?.nonce}>{`(window.pageReads??=[]).push(${text})`}</script>;
  });
  return null;
}

/** Adds the data that the server has read for this page to the browser's queries. */
export function takeOver(queries: QueryClient): void {
  const push = (read: DehydratedState) => {
    // sets the time of the read to now, because the clocks of server and browser may differ
    const dataUpdatedAt = Date.now();
    const fresh = read.queries.map(({ state, ...rest }) => ({
      ...rest,
      state: { ...state, dataUpdatedAt },
    }));
    hydrate(queries, { ...read, queries: fresh });
  };
  const early = window.pageReads;
  if (Array.isArray(early)) early.forEach(push);
  window.pageReads = { push };
}
