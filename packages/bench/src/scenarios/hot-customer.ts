import { slowest } from "../comparisons.ts";
import { overHttp, redemptionId } from "../contestants/http.ts";
import { callOf, TILLS } from "../load/call-of.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop } from "../stage/shop.ts";
import type { Scenario } from "../types.ts";
import { redeemReward } from "../works/index.ts";

/** Compares calls that all take stamps from one membership with calls on 32 memberships in turn. */
export const hotCustomer: Scenario = {
  name: "hot-customer",
  title: "redeem-reward of one customer over 32 connections: of 32 customers",
  group: "usual",
  open: async ({ connections, customers }) => {
    const shop = await openShop({ customers });
    let answered = 0;
    const contestant = (name: string, customerOf: (n: number) => number) =>
      overHttp(shop, {
        name,
        server: shop.api,
        connections,
        supply: "none",
        call: (n) => callOf(shop, redeemReward, customerOf(n), n % TILLS),
        fresh: redemptionId,
        count: (calls) => {
          answered += calls;
        },
      });
    return {
      contestants: [
        contestant("one customer", () => 1),
        contestant("32 customers", (n) => 1 + (n % 32)),
      ],
      comparisons: [
        slowest("p99", "p99", { ours: "one customer", rival: "32 customers", atMost: 5 }),
      ],
      prove: () => proveRows(shop.stage, answered),
      close: shop.close,
    };
  },
};
