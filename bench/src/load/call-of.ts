import type { Shop } from "../stage/shop.ts";
import type { Work } from "../works/index.ts";
import type { Call } from "./connection.ts";

/** What every call says of itself: whose it is, and that it came to the proxy by https. */
export function headersOf(shop: Pick<Shop, "tokens">, at: number): Record<string, string> {
  return {
    Authorization: `Token ${shop.tokens[at % shop.tokens.length]}`,
    "X-Forwarded-Proto": "https",
  };
}

/** Each may call 200 times a second, and is looked up anew about once a second. */
export const TILLS = 64;

/** One call of a work over REST, by one till after the other. */
export function callOf(shop: Shop, work: Work, n: number, till = n % TILLS): Call {
  return {
    path: work.path,
    headers: headersOf(shop, till),
    body: JSON.stringify(work.body(n, shop.customers)),
  };
}
