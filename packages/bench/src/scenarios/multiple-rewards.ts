import { time } from "../comparisons.ts";
import { overHttp, redemptionId } from "../contestants/http.ts";
import { callOf, headersOf, TILLS } from "../load/call-of.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop } from "../stage/shop.ts";
import { emailOf, holderOf, shop as things } from "../stage/things.ts";
import type { Scenario } from "../types.ts";
import { redeemReward } from "../works/index.ts";

/** Three rewards in one call, compared with one reward in one call. */
export const multipleRewards: Scenario = {
  name: "multiple-rewards",
  title: "redeem-multiple-rewards with 3 lines: one redeem-reward",
  group: "usual",
  open: async ({ connections, customers }) => {
    const shop = await openShop({ customers });
    let answered = 0;
    const common = {
      server: shop.api,
      connections,
      supply: "none" as const,
      fresh: redemptionId,
      count: (calls: number) => {
        answered += calls;
      },
    };
    const rewards = things.rewards.map((code) => ({ code, qty: 1 }));
    return {
      contestants: [
        overHttp(shop, {
          ...common,
          name: "three lines",
          call: (n) => ({
            path: "/api/v2/redemptions/redeem-multiple-rewards",
            headers: headersOf(shop, n % TILLS),
            body: JSON.stringify({
              user: emailOf(holderOf(n, shop.customers)),
              store: things.store,
              rewards,
            }),
          }),
        }),
        overHttp(shop, { ...common, name: "one", call: (n) => callOf(shop, redeemReward, n) }),
      ],
      comparisons: [time("one", "three lines", "one", { atMost: 1.6 })],
      prove: () => proveRows(shop.stage, answered),
      close: shop.close,
    };
  },
};
