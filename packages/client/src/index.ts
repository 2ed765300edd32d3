import type { AppRouter } from "@stampbook/router";
import { createTRPCClient, getFetch, httpLink, type TRPCClient } from "@trpc/client";

/** Where the service is, and who calls. */
export type StampbookOptions = {
  /** The service's address, such as `https://loyalty.example.com`. */
  readonly url: string;
  /** An API token. */
  readonly token: string;
  /** Used in place of the platform's own. */
  readonly fetch?: typeof globalThis.fetch;
};

/**
 * Every operation by name, typed by the router: `client.redemptions.redeemVoucher.mutate({ … })`.
 *
 * Of what stands under `staff`, a token with the scope `bookings` may call
 * `staff.bookings.{list,get,confirm,seat,complete,cancel,markNoShow,match}` within its stores:
 * `client.staff.bookings.confirm.mutate({ id, revision })`. A decision names the revision that was
 * seen, as `list` and `get` tell it. All else there is for people who have signed in.
 */
export type StampbookClient = TRPCClient<AppRouter>;

/** A typed client. Each call is a request of its own, so that each may carry a key of its own. */
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
 * For a call's second argument: makes it safe to repeat. The same call with the same key is answered
 * as the first was, and done once.
 */
export function withKey(idempotencyKey: string) {
  return { context: { idempotencyKey } };
}
