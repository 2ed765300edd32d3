import { throughput } from "../comparisons.ts";
import { overHttp, redemptionId } from "../contestants/http.ts";
import { callOf, TILLS } from "../load/call-of.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop, roomFor } from "../stage/shop.ts";
import { emailOf, holderOf, shop as things } from "../stage/things.ts";
import type { Scenario } from "../types.ts";

const CONNECTIONS = 128;
const settings = roomFor(CONNECTIONS);

/** Compares redemptions of one promo code with redemptions of 128 codes in turn, over 128 connections. */
export const flashSale: Scenario = {
  name: "flash-sale",
  title: "one promo code that 128 connections redeem, on one replica and two: 128 promo codes",
  group: "usual",
  open: async ({ customers }) => {
    const shop = await openShop({ customers, settings });
    const second = await shop.stage.startApi(settings);
    let answered = 0;
    const contestant = (name: string, replicas: number, codes: number) =>
      overHttp(shop, {
        name,
        server: [shop.api, second].slice(0, replicas),
        connections: CONNECTIONS,
        supply: "none",
        call: (n) => callOf(shop, redeemPromoCode(codes), n, n % TILLS),
        fresh: redemptionId,
        count: (calls) => {
          answered += calls;
        },
      });
    return {
      contestants: [
        contestant("one code", 1, 1),
        contestant("128 codes", 1, CONNECTIONS),
        contestant("one code, two replicas", 2, 1),
        contestant("128 codes, two replicas", 2, CONNECTIONS),
      ],
      comparisons: [
        throughput("128 codes", 0.7, "one code"),
        throughput("128 codes, two replicas", 0.7, "one code, two replicas"),
      ],
      prove: () => proveRows(shop.stage, answered),
      close: async () => {
        await second.stop();
        await shop.close();
      },
    };
  },
};

const redeemPromoCode = (codes: number) => ({
  path: "/api/v3/redemptions/redeem-promo-code",
  body: (n: number, customers: number) => ({
    user: emailOf(holderOf(n, customers)),
    promo_code: `${things.promoCode}${1 + (n % codes)}`,
    store: things.store,
    invoice_number: `INV-${n}`,
  }),
});
