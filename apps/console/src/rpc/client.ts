"use client";
import type { AppRouter } from "@stampbook/router";
import {
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  type Operation,
  splitLink,
  type TRPCLink,
} from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { tap } from "@trpc/server/observable";
import { confirmFirst } from "./confirm-first.ts";
import { noteRepeat, type Repeat } from "./failure.ts";
import { merchantHeader } from "./merchant-header.ts";
import { outOfPatience, patiently } from "./patience.ts";

/** Returns what happens if the call is sent again. The context is that of `withKey` or `doneOnce`. */
function repeatOf({ type, context }: Pick<Operation, "type" | "context">): Repeat {
  if (type !== "mutation") return "read";
  return typeof context.idempotencyKey === "string" || context.isDoneOnce === true
    ? "once"
    : "unsure";
}

/** A link that notes on each error what happens if the call is sent again. */
const noteRepeats: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(tap({ error: (error) => noteRepeat(error, repeatOf(op)) }));

/** The service's procedures, as React hooks. */
export const trpc = createTRPCReact<AppRouter>();

/** The outputs of procedures: `Outputs["staff"]["me"]`. */
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

const url = "/trpc";
/** The API's limit for the calls of a batch. */
const MOST_CALLS = 10;
/**
 * Queries that are sent in a body. Some inputs are too long for an address: a text, or all the words of a
 * file. Others must not be in access logs or `Referer`: search terms and secrets.
 */
export const IN_A_BODY =
  /^staff\.settings\.messageTemplates\.preview$|\.csv$|Csv$|^staff\.(find|till\.lookup|visits\.preview|customers\.search|vouchers\.list|invitation\.get)$/;
/** Queries of the till are sent one by one, because the answer to a batch waits for its slowest call. */
const URGENT = /^staff\.(till|visits)\./;

/**
 * Returns the links of a page's client. Batches queries, except those of the till and those sent in a body.
 * Mutations are sent one by one, because each may have its own idempotency key. Changes arrive as a stream.
 * Every call names the merchant of its page, so that it never acts for another merchant. A call that needs the
 * password asks for it. An error says what happens if the call is sent again.
 */
export function createLinks(merchantId: number | null) {
  const headers = merchantHeader(merchantId);
  const connectionParams = merchantId === null ? null : { merchant: String(merchantId) };
  return [
    confirmFirst,
    noteRepeats,
    splitLink({
      condition: ({ type }) => type === "subscription",
      // the browser's `EventSource` cannot send headers
      true: httpSubscriptionLink({ url, connectionParams }),
      false: splitLink({
        condition: ({ type }) => type === "query",
        true: splitLink({
          condition: ({ path }) => IN_A_BODY.test(path),
          true: httpLink({ url, headers, methodOverride: "POST", fetch: patiently }),
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
 * Returns the second argument of a call, with its idempotency key. The service does a repeated call once, and
 * sends the first response again. So a call without a response can be retried at once.
 */
export function withKey(idempotencyKey: string) {
  return { context: { idempotencyKey }, signal: outOfPatience() };
}

/**
 * Returns the second argument of a call that the service does once although it has no idempotency key. So it
 * can be retried at once too.
 */
export function doneOnce() {
  return { context: { isDoneOnce: true }, signal: outOfPatience() };
}
