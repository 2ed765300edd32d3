"use client";
import type { AppRouter } from "@stampbook/router";
import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { merchantHeader } from "./merchant-header.ts";
import { outOfPatience, patiently } from "./patience.ts";

/** The service, with hooks. */
export const trpc = createTRPCReact<AppRouter>();

/** What procedures answer: `Outputs["staff"]["me"]`. */
export type Outputs = inferRouterOutputs<AppRouter>;

const url = "/trpc";
/** As many as the API takes at once. */
const MOST_CALLS = 10;
/** Queries whose input no address has room for: a text, or all the words of a file. */
const LARGE = /^staff\.settings\.messageTemplates\.preview$|\.csv$|Csv$/;
/** Queries that somebody waits for at the till: calls that go together are all answered with the slowest. */
const URGENT = /^staff\.till\./;

/**
 * Queries go together, but those of the till go alone; so does each change, because it may carry a
 * key of its own; what the service tells by itself comes as a stream. A query with a large input goes
 * alone, in a body.
 * Each says for which merchant its page was made, so that it never acts for another.
 */
export function createLinks(merchantId: number | null) {
  const headers = merchantHeader(merchantId);
  const connectionParams = merchantId === null ? null : { merchant: String(merchantId) };
  return [
    splitLink({
      condition: ({ type }) => type === "subscription",
      // a browser's stream cannot carry headers
      true: httpSubscriptionLink({ url, connectionParams }),
      false: splitLink({
        condition: ({ type }) => type === "query",
        true: splitLink({
          condition: ({ path }) => LARGE.test(path),
          true: httpLink({ url, headers, methodOverride: "POST" }),
          false: splitLink({
            condition: ({ path }) => URGENT.test(path),
            true: httpLink({ url, headers, fetch: patiently }),
            false: httpBatchLink({ url, headers, maxItems: MOST_CALLS, fetch: patiently }),
          }),
        }),
        false: httpLink({
          url,
          headers: ({ op }) => {
            const key = op.context.idempotencyKey;
            return typeof key === "string" ? { ...headers, "idempotency-key": key } : headers;
          },
        }),
      }),
    }),
  ];
}

/**
 * For a call's second argument: a repetition of it is answered as the first was, and done once. So
 * nobody has to wait for an answer that does not come.
 */
export function withKey(idempotencyKey: string) {
  return { context: { idempotencyKey }, signal: outOfPatience() };
}
