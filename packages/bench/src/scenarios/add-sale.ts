import { throughput } from "../comparisons.ts";
import { overHttp, redemptionId } from "../contestants/http.ts";
import { callOf } from "../load/call-of.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop, roomFor, type Shop } from "../stage/shop.ts";
import { shop as things } from "../stage/things.ts";
import type { Scenario } from "../types.ts";
import { redeemReward } from "../works/index.ts";
import { EARLIER, openSelling, sale, transactionId } from "../works/sale.ts";

/** A sale with two items and two payments: four more rows. */
const withLines = (n: number, customers: number) => ({
  ...sale.body(n, customers),
  items: [
    { product_name: "Kopi Susu", quantity: 2, subtotal: 50_000 },
    { product_name: "Kaya Bun", quantity: 1, subtotal: 45_000 },
  ],
  payments: [
    { value: 50_000, payment_method: "cash" },
    { value: 45_000, payment_method: "card" },
  ],
});

/**
 * Compares the redemption of a reward with two kinds of sale: with a total alone, and with items and
 * payments.
 */
export const addSale: Scenario = {
  name: sale.name,
  title: "transactions/add with a total alone, and with 2 items and 2 payments: redeem-reward",
  group: "usual",
  open: async ({ connections, customers }) => {
    const shop = await openShop({ customers, settings: roomFor(connections) });
    await openSelling(shop);
    await shop.stage.sql`insert into payment_methods (merchant_id, code_key, code, name)
      values (${things.merchant}, 'cash', 'cash', 'Cash'), (${things.merchant}, 'card', 'card', 'Card')`;
    let redeemed = 0;
    let sold = 0;
    let lines = 0;
    const common = { server: shop.api, connections, supply: "none" as const };
    const selling = (name: string, body: typeof sale.body) =>
      overHttp(shop, {
        ...common,
        name,
        call: (n) => callOf(shop, { path: sale.path, body }, n),
        fresh: transactionId,
        count: (calls) => {
          sold += calls;
          if (body === withLines) lines += 2 * calls;
        },
      });
    return {
      contestants: [
        selling("sale", sale.body),
        selling("with lines", withLines),
        overHttp(shop, {
          ...common,
          name: "redemption",
          call: (n) => callOf(shop, redeemReward, n),
          fresh: redemptionId,
          count: (calls) => {
            redeemed += calls;
          },
        }),
      ],
      comparisons: [
        throughput("redemption", 0.9, "sale"),
        { ...throughput("redemption", 0.7, "with lines"), name: "with lines" },
      ],
      prove: async () => [
        ...(await proveRows(shop.stage, redeemed)),
        ...(await proveSales(shop, sold, lines)),
      ],
      close: shop.close,
    };
  },
};

async function proveSales(
  { stage }: Shop,
  answered: number,
  lines: number,
): Promise<readonly string[]> {
  const [row] = await stage.sql<{ sales: number; items: number; stamps: number }[]>`
    select count(*)::int as sales, coalesce(sum(stamps_earned), 0)::int as stamps,
      (select count(*)::int from transaction_items where merchant_id = ${things.merchant}) as items
    from transactions where merchant_id = ${things.merchant} and id < ${EARLIER}`;
  const expected = { sales: answered, items: lines, stamps: 9 * answered };
  return row &&
    row.sales === expected.sales &&
    row.items === expected.items &&
    row.stamps === expected.stamps
    ? []
    : [`${JSON.stringify(expected)} were answered, ${JSON.stringify(row)} are there`];
}
