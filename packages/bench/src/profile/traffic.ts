import { type HttpContestant, inEnvelope, redemptionId } from "../contestants/http.ts";
import { callOf, headersOf } from "../load/call-of.ts";
import type { Shop } from "../stage/shop.ts";
import { works } from "../works/index.ts";
import { openSelling, sale, transactionId } from "../works/sale.ts";

type Traffic = Pick<HttpContestant, "supply" | "call" | "fresh">;

/** The names of the loads that can be profiled. */
export const profiles: readonly string[] = ["ping", ...works.map(({ name }) => name), sale.name];

/**
 * The calls that a profile measures: ping, a redeeming operation or a sale, over REST or tRPC. Prepares the
 * shop for them.
 */
export async function trafficOf(shop: Shop, name: string, over: "rest" | "trpc"): Promise<Traffic> {
  if (name === "ping")
    return {
      supply: "none",
      call: (n) => ({ path: "/api/ping", headers: headersOf(shop, n), body: "{}" }),
    };
  if (name === sale.name) await openSelling(shop);
  const work = [...works, { ...sale, supply: null }].find((each) => each.name === name);
  if (!work) throw new Error(`There is no work ${name}.`);
  const idOf = name === sale.name ? transactionId : redemptionId;
  return {
    supply: work.supply ?? "none",
    call: (n) => {
      const call = callOf(shop, work, n);
      return over === "trpc" ? { ...call, path: `/trpc/${work.procedure}` } : call;
    },
    fresh: over === "trpc" ? inEnvelope(idOf) : idOf,
  };
}
