"use client";
import type { AppRouter } from "@stampbook/router";
import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import type { inferRouterOutputs } from "@trpc/server";

/** The service, with hooks. */
export const trpc = createTRPCReact<AppRouter>();

/** What procedures answer: `Outputs["staff"]["me"]`. */
export type Outputs = inferRouterOutputs<AppRouter>;

const url = "/trpc";
/** As many as the API takes at once. */
const MOST_CALLS = 10;
/** Queries whose input no address has room for. */
const LARGE = new Set(["staff.settings.messageTemplates.preview"]);

/**
 * Queries go together; each change goes alone, because it may carry a key of its own; what the
 * service tells by itself comes as a stream. A query with a large input goes alone, in a body.
 */
export function createLinks() {
  return [
    splitLink({
      condition: ({ type }) => type === "subscription",
      true: httpSubscriptionLink({ url }),
      false: splitLink({
        condition: ({ type }) => type === "query",
        true: splitLink({
          condition: ({ path }) => LARGE.has(path),
          true: httpLink({ url, methodOverride: "POST" }),
          false: httpBatchLink({ url, maxItems: MOST_CALLS }),
        }),
        false: httpLink({
          url,
          headers: ({ op }) => {
            const key = op.context.idempotencyKey;
            return typeof key === "string" ? { "idempotency-key": key } : {};
          },
        }),
      }),
    }),
  ];
}

/** For a call's second argument: a repetition of it is answered as the first was, and done once. */
export function withKey(idempotencyKey: string) {
  return { context: { idempotencyKey } };
}
