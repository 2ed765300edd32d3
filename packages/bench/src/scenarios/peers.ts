import { slowest, throughput } from "../comparisons.ts";
import { overHttp, redemptionId } from "../contestants/http.ts";
import { callOf, headersOf, TILLS } from "../load/call-of.ts";
import { type Call, openConnection } from "../load/connection.ts";
import { startMedusa } from "../peers/medusa.ts";
import { addHotVoucher, addPromoCodes } from "../peers/ours.ts";
import { startVendure } from "../peers/vendure.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop } from "../stage/shop.ts";
import { emailOf, holderOf, shop as things } from "../stage/things.ts";
import type { Scenario } from "../types.ts";
import { deductValue } from "../works/index.ts";

/** Vendure reads every active code on each call, so a round with `MOST_CODES` would take minutes. */
const CODES = 1_000;
const MOST_CODES = 100_000;
const HISTORY = 10_000;
const ports = { medusa: 47_811, vendure: 47_812 };

const beats = (ours: string, rival: string, name: string) => [
  { ...throughput(rival, 10, ours), name },
  slowest(`${name} p99`, "p99", { ours, rival, atMost: 0.1 }),
];

/** Store credit of Medusa's loyalty plugin, debited over its admin interface. */
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

/** The time of one call without other load, in milliseconds. */
async function alone(port: number, call: Call): Promise<number> {
  const connection = await openConnection(port);
  const from = performance.now();
  const { status, body } = await connection.send(call);
  connection.close();
  if (status !== 200) throw new Error(body);
  return performance.now() - from;
}

/** A coupon code in Vendure, applied to an order and removed again. Each call recomputes the prices. */
export const vendure: Scenario = {
  name: "peers-vendure",
  title: "redeem-promo-code: applyCouponCode of Vendure, among 1,000 codes, and once among 100,000",
  group: "peers",
  open: async ({ connections, customers, size }) => {
    const shop = await openShop({ customers });
    const most = Math.min(MOST_CODES, size);
    await addPromoCodes(shop, most);
    const peer = await startVendure(shop.stage, {
      port: ports.vendure,
      orders: connections,
      codes: Math.min(CODES, most),
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
    const promo = (n: number) => ({
      path: "/api/v3/redemptions/redeem-promo-code",
      headers: headersOf(shop, n % TILLS),
      body: JSON.stringify({
        user: emailOf(holderOf(n, shop.customers)),
        promo_code: "PROMO1",
        store: things.store,
        invoice_number: String(n),
      }),
    });
    const apply = (connection: number) => ({
      path: "/shop-api",
      headers: { Authorization: `Bearer ${peer.orders[connection]}` },
      body: coupon(connection),
    });
    return {
      contestants: [
        overHttp(shop, {
          name: "stampbook",
          server: shop.api,
          connections,
          supply: "none",
          call: promo,
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
          call: (_, connection) => apply(connection),
          refused: ({ data, errors }) =>
            errors !== undefined || !(data as { made?: { id?: string } } | undefined)?.made?.id,
        }),
      ],
      comparisons: beats("stampbook", "vendure", "vendure"),
      figures: async () => {
        await peer.addCodes(CODES + 1, most);
        const theirs = await alone(peer.server.port, apply(0));
        const ours = await alone(shop.api.port, promo(1));
        answered++;
        return [
          { name: `one call alone among ${most} codes`, value: ours, unit: "ms" },
          { name: `vendure, one call alone among ${most} codes`, value: theirs, unit: "ms" },
        ];
      },
      prove: () => proveRows(shop.stage, answered),
      close: async () => {
        await peer.server.stop();
        await peer.close();
        await shop.close();
      },
    };
  },
};
