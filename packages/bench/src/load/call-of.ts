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
 * The number of tills: enough for 12,800 calls a second, because each till may make 200. The service looks up
 * the token of each till about once a second.
 */
export const TILLS = 64;

/** One call of a redeeming operation over REST. By default, the tills call in turn. */
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
