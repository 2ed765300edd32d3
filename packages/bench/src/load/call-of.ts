import type { Shop } from "../stage/shop.ts";
import type { Work } from "../works/index.ts";
import type { Call } from "./connection.ts";

/** The headers of a call: the till's token, and `https` as the protocol that the client used. */
export function headersOf(shop: Pick<Shop, "tokens">, till: number): Record<string, string> {
  return {
    Authorization: `Token ${shop.tokens[till % shop.tokens.length]}`,
    "X-Forwarded-Proto": "https",
  };
}

/**
 * The number of tills that call in turn. They may make 12,800 calls a second together, because the token of
 * each may make 200. Under load, the service looks up each token about three times a second.
 */
export const TILLS = 64;

/** One call of an operation over REST. By default, the tills call in turn. */
export function callOf(
  shop: Shop,
  work: Pick<Work, "path" | "body">,
  n: number,
  till = n % TILLS,
): Call {
  return {
    path: work.path,
    headers: headersOf(shop, till),
    body: JSON.stringify(work.body(n, shop.customers)),
  };
}
