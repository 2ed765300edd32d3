import type { AppRouter } from "@stampbook/router";
import { createTRPCClient, getFetch, httpLink, type TRPCClient } from "@trpc/client";

/** The service's address and the caller's token. */
export type StampbookOptions = {
  /** The service's address, such as `https://loyalty.example.com`. */
  readonly url: string;
  /** An API token. */
  readonly token: string;
  /** Replaces the platform's own `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
};

/**
 * Every operation by name, typed by the router: `client.redemptions.redeemVoucher.mutate({ … })`.
 *
 * Under `staff`, a token with the scope `bookings` may call
 * `staff.bookings.{list,get,confirm,seat,complete,cancel,markNoShow,match}` within its stores:
 * `client.staff.bookings.confirm.mutate({ id, revision })`. A decision names the revision from `list`
 * or `get`. Everything else there is for signed-in people.
 */
export type StampbookClient = TRPCClient<AppRouter>;

/** Returns a typed client. Each call is a request of its own, so each can carry an idempotency key. */
export function createStampbookClient({ url, token, fetch }: StampbookOptions): StampbookClient {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: new URL("trpc", url.endsWith("/") ? url : `${url}/`).href,
        fetch: getFetch(fetch),
        headers: ({ op }) => {
          const key = op.context.idempotencyKey;
          return {
            authorization: `Bearer ${token}`,
            ...(typeof key === "string" ? { "idempotency-key": key } : {}),
          };
        },
      }),
    ],
  });
}

/**
 * Options for a call's second argument that make it safe to repeat. A second call with the same key
 * gets the first response, and its work is done once.
 */
export function withKey(idempotencyKey: string) {
  return { context: { idempotencyKey } };
}
