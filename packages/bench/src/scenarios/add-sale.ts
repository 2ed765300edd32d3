import { throughput } from "../comparisons.ts";
import { overHttp, redemptionId } from "../contestants/http.ts";
import { callOf } from "../load/call-of.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop, roomFor, type Shop } from "../stage/shop.ts";
import { emailOf, holderOf, shop as things } from "../stage/things.ts";
import type { Scenario } from "../types.ts";
import { redeemReward } from "../works/index.ts";

const path = "/api/v2/transactions/add";

/** Above the ids of the run's own sales. */
const EARLIER = 1_000_000_000;

/** A sale that earns by its total. */
const total = (n: number, customers: number) => ({
  user: emailOf(holderOf(n, customers)),
  store: things.store,
  invoice_number: `INV-${n}`,
  total_value: 95_000,
});

/** The same with lines, paid in two ways: four more rows. */
const withLines = (n: number, customers: number) => ({
  ...total(n, customers),
  items: [
    { product_name: "Kopi Susu", quantity: 2, subtotal: 50_000 },
    { product_name: "Kaya Bun", quantity: 1, subtotal: 45_000 },
  ],
  payments: [
    { value: 50_000, payment_method: "cash" },
    { value: 45_000, payment_method: "card" },
  ],
});

/** A sale that earns, with its lines and payments, compared with a redemption of one reward. */
export const addSale: Scenario = {
  name: "transactions-add",
  title: "transactions/add with a total alone, and with 2 items and 2 payments: redeem-reward",
  group: "usual",
  open: async ({ connections, customers }) => {
    const shop = await openShop({ customers, settings: roomFor(connections) });
    const { merchant } = things;
    await shop.stage.sql`update merchants set earn_amount = 10000, earn_stamps = 1,
      earn_max_per_day = 1000000 where id = ${merchant}`;
    await shop.stage.sql`insert into payment_methods (merchant_id, code_key, code, name)
      values (${merchant}, 'cash', 'cash', 'Cash'), (${merchant}, 'card', 'card', 'Card')`;
    await addEarlierSales(shop);
    let redeemed = 0;
    let sold = 0;
    let lines = 0;
    const common = { server: shop.api, connections, supply: "none" as const };
    const selling = (name: string, body: typeof total) =>
      overHttp(shop, {
        ...common,
        name,
        call: (n) => callOf(shop, { path, body }, n),
        fresh: transactionId,
        count: (calls) => {
          sold += calls;
          if (body === withLines) lines += 2 * calls;
        },
      });
    return {
      contestants: [
        selling("sale", total),
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

/** Two sales of each customer on earlier days, because an empty table would be planned for as if it stayed empty. */
async function addEarlierSales({ stage, customers }: Shop): Promise<void> {
  const { merchant, store } = things;
  await stage.sql`insert into transactions (merchant_id, id, store_id, customer_id, invoice_number,
      business_day, sold_at, total, status, spending, digest, created_by)
    select ${merchant}, n + ${EARLIER}, ${store}, 1 + n % ${customers}::bigint, 'OLD-' || n,
      current_date - 1 - (n % 300)::int, now() - (1 + n % 300) * interval '1 day', 1, 'Created', 1, 'd', 'token:1'
    from generate_series(1, ${2 * customers}::bigint) n`;
  await stage.sql`vacuum analyze transactions`;
}

/** The id of the transaction in an answer, if the sale earned what its amount earns. */
function transactionId(answer: Readonly<Record<string, unknown>>): number | undefined {
  const { transaction } = answer as { transaction?: { id?: unknown; stamps_earned?: unknown } };
  return typeof transaction?.id === "number" && transaction.stamps_earned === 9
    ? transaction.id
    : undefined;
}

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
