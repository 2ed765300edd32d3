import { slowest, throughput } from "../comparisons.ts";
import { overHttp, redemptionId } from "../contestants/http.ts";
import { callOf, headersOf } from "../load/call-of.ts";
import { startMedusa } from "../peers/medusa.ts";
import { addHotVoucher, addPromoCodes } from "../peers/ours.ts";
import { startVendure } from "../peers/vendure.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop } from "../stage/shop.ts";
import { emailOf, holderOf, shop as things } from "../stage/things.ts";
import type { Scenario } from "../types.ts";
import { deductValue } from "../works/index.ts";

const MOST_CODES = 100_000;
const HISTORY = 10_000;
const TILLS = 64;
const ports = { medusa: 47_811, vendure: 47_812 };

const beats = (ours: string, rival: string, name: string) => [
  { ...throughput(rival, 10, ours), name },
  slowest(`${name} p99`, "p99", { ours, rival, atMost: 0.1 }),
];

/** Store credit of Medusa's loyalty plugin, as its admin interface debits it. */
export const medusa: Scenario = {
  name: "peers-medusa",
  title: "deduct-value: debiting a store credit account of Medusa's loyalty plugin",
  group: "peers",
  open: async ({ connections, customers }) => {
    const shop = await openShop({ customers });
    const hot = await addHotVoucher(shop, HISTORY);
    const peer = await startMedusa(shop.stage, {
      port: ports.medusa,
      accounts: connections,
      history: HISTORY,
    });
    let answered = 0;
    const count = (calls: number) => {
      answered += calls;
    };
    const debit = (name: string, accountOf: (connection: number) => string) =>
      overHttp(shop, {
        name,
        server: peer.server,
        connections,
        supply: "none",
        call: (_, connection) => ({
          path: `/admin/store-credit-accounts/${accountOf(connection)}/debit`,
          headers: { Authorization: `Bearer ${peer.token}` },
          body: JSON.stringify({ amount: 1 }),
        }),
      });
    const deduct = { server: shop.api, connections, fresh: redemptionId, count };
    return {
      contestants: [
        overHttp(shop, {
          ...deduct,
          name: "stampbook",
          supply: "dynamic",
          call: (n) => callOf(shop, deductValue, n),
        }),
        debit("medusa", (connection) => peer.accounts[connection] ?? ""),
        overHttp(shop, {
          ...deduct,
          name: "stampbook, one voucher",
          supply: "none",
          call: (n) => ({
            path: deductValue.path,
            headers: headersOf(shop, n % TILLS),
            body: JSON.stringify({ user: emailOf(1), voucher: hot, store: things.store, value: 1 }),
          }),
        }),
        debit("medusa, one account", () => peer.longHistory),
      ],
      comparisons: [
        ...beats("stampbook", "medusa", "medusa"),
        ...beats("stampbook, one voucher", "medusa, one account", "medusa, hot, 10,000 entries"),
      ],
      prove: () => proveRows(shop.stage, answered),
      close: async () => {
        await peer.server.stop();
        await shop.close();
      },
    };
  },
};

/** A coupon code of Vendure's, put on an order and taken off again: both price the order anew. */
export const vendure: Scenario = {
  name: "peers-vendure",
  title: "redeem-promo-code: applyCouponCode of Vendure, among 100,000 codes",
  group: "peers",
  open: async ({ connections, customers, size }) => {
    const shop = await openShop({ customers });
    const codes = Math.min(MOST_CODES, size);
    await addPromoCodes(shop, codes);
    const peer = await startVendure(shop.stage, {
      port: ports.vendure,
      orders: connections,
      codes,
    });
    let answered = 0;
    const applied = new Set<number>();
    const coupon = (connection: number) => {
      const query = applied.delete(connection)
        ? `mutation { made: removeCouponCode(couponCode: "PROMO1") { id couponCodes } }`
        : `mutation { made: applyCouponCode(couponCode: "PROMO1") { ... on Order { id couponCodes } ... on ErrorResult { message } } }`;
      if (query.includes("apply")) applied.add(connection);
      return JSON.stringify({ query });
    };
    return {
      contestants: [
        overHttp(shop, {
          name: "stampbook",
          server: shop.api,
          connections,
          supply: "none",
          call: (n) => ({
            path: "/api/v3/redemptions/redeem-promo-code",
            headers: headersOf(shop, n % TILLS),
            body: JSON.stringify({
              user: emailOf(holderOf(n, shop.customers)),
              promo_code: "PROMO1",
              store: things.store,
              invoice_number: String(n),
            }),
          }),
          fresh: redemptionId,
          count: (calls) => {
            answered += calls;
          },
        }),
        overHttp(shop, {
          name: "vendure",
          server: peer.server,
          connections,
          supply: "none",
          call: (_, connection) => ({
            path: "/shop-api",
            headers: { Authorization: `Bearer ${peer.orders[connection]}` },
            body: coupon(connection),
          }),
          refused: ({ data, errors }) =>
            errors !== undefined || !(data as { made?: { id?: string } } | undefined)?.made?.id,
        }),
      ],
      comparisons: beats("stampbook", "vendure", "vendure"),
      prove: () => proveRows(shop.stage, answered),
      close: async () => {
        await peer.server.stop();
        await shop.close();
      },
    };
  },
};
