import { type HttpContestant, redemptionId, trpcRedemptionId } from "../contestants/http.ts";
import { callOf, headersOf } from "../load/call-of.ts";
import type { Shop } from "../stage/shop.ts";
import { works } from "../works/index.ts";

type Traffic = Pick<HttpContestant, "supply" | "call" | "fresh">;

/** The calls under a profile: ping, or a work over REST or tRPC. */
export function trafficOf(shop: Shop, name: string, over: "rest" | "trpc"): Traffic {
  if (name === "ping")
    return {
      supply: "none",
      call: (n) => ({ path: "/api/ping", headers: headersOf(shop, n), body: "{}" }),
    };
  const work = works.find((each) => each.name === name);
  if (!work) throw new Error(`There is no work ${name}.`);
  return {
    supply: work.supply ?? "none",
    call: (n) => {
      const call = callOf(shop, work, n);
      return over === "trpc" ? { ...call, path: `/trpc/${work.procedure}` } : call;
    },
    fresh: over === "trpc" ? trpcRedemptionId : redemptionId,
  };
}
