import type { AppRouter } from "@stampbook/router";
import { createTRPCClient, getFetch, httpLink, type TRPCClient } from "@trpc/client";

/** The service's address and the caller's token. */
export type StampbookOptions = {
  /** The service's address, such as `https://loyalty.example.com`. */
  readonly url: string;
  /** The secret of an API token. */
  readonly token: string;
  /** Used instead of the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
};

/**
 * A function for every operation, named and typed by the router:
 * `client.redemptions.redeemVoucher.mutate({ … })`.
 *
 * Under `staff`, a token with the scope `bookings` may call
 * `staff.bookings.{list,get,confirm,seat,complete,cancel,markNoShow,match}` for bookings in its stores:
 * `client.staff.bookings.confirm.mutate({ id, revision })`. `revision` is the booking's revision from `list`
 * or `get`. All other operations under `staff` refuse tokens.
 */
export type StampbookClient = TRPCClient<AppRouter>;

/** Returns a typed client. Each call is a separate request, so each can have an idempotency key. */
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
 * Returns options for the second argument of a call of an operation that takes an idempotency key. The key
 * makes the call safe to repeat: a second call with the same key and input changes nothing, and returns the
 * first response.
 */
export function withKey(idempotencyKey: string) {
  return { context: { idempotencyKey } };
}
