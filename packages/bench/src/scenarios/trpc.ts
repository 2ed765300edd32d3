import { throughput } from "../comparisons.ts";
import { inEnvelope, overHttp, redemptionId } from "../contestants/http.ts";
import { callOf } from "../load/call-of.ts";
import type { Call } from "../load/connection.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop } from "../stage/shop.ts";
import type { Scenario } from "../types.ts";
import { redeemVoucher } from "../works/index.ts";

/** Compares tRPC's own HTTP adapter with our REST adapter, for the same calls. */
export const trpc: Scenario = {
  name: "trpc",
  title: "redeem-voucher over /trpc: the same over REST",
  group: "usual",
  open: async ({ connections, customers }) => {
    const shop = await openShop({ customers });
    let answered = 0;
    const contestant = (name: string, call: (rest: Call) => Call, of = redemptionId) =>
      overHttp(shop, {
        name,
        server: shop.api,
        connections,
        supply: "plain",
        call: (n) => call(callOf(shop, redeemVoucher, n)),
        fresh: of,
        count: (calls) => {
          answered += calls;
        },
      });
    const path = `/trpc/${redeemVoucher.procedure}`;
    return {
      contestants: [
        contestant("trpc", (rest) => ({ ...rest, path }), inEnvelope(redemptionId)),
        contestant("rest", (rest) => rest),
      ],
      comparisons: [throughput("rest", 0.8, "trpc")],
      prove: () => proveRows(shop.stage, answered),
      close: shop.close,
    };
  },
};
