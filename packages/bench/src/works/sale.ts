import { openFillClient } from "@stampbook/db/testing";
import type { Shop } from "../stage/shop.ts";
import { emailOf, holderOf, shop as things } from "../stage/things.ts";
import type { Work } from "./index.ts";

/** A sale that earns by its total. */
export const sale = {
  name: "transactions-add",
  path: "/api/v2/transactions/add",
  procedure: "transactions.add",
  body: (n: number, customers: number) => ({
    user: emailOf(holderOf(n, customers)),
    store: things.store,
    invoice_number: `INV-${n}`,
    total_value: 95_000,
  }),
} as const satisfies Pick<Work, "path" | "procedure" | "body"> & { name: string };

/** The ids of earlier sales are above this number. The ids of a run's own sales are below it. */
export const EARLIER = 1_000_000_000;

/**
 * Makes the merchant's sales earn stamps. Adds sales on earlier days, two of each customer by default: if the
 * table of sales were empty, PostgreSQL would plan for an empty table.
 */
export async function openSelling(
  { stage, customers }: Shop,
  count = 2 * customers,
): Promise<void> {
  const { merchant, store } = things;
  await stage.sql`update merchants set earn_amount = 10000, earn_stamps = 1,
    earn_max_per_day = 1000000 where id = ${merchant}`;
  const fill = await openFillClient(stage.url);
  await fill`insert into transactions (merchant_id, id, store_id, customer_id, invoice_number,
      business_day, sold_at, total, status, spending, digest, created_by)
    select ${merchant}, n + ${EARLIER}, ${store}, 1 + n % ${customers}::bigint, 'OLD-' || n,
      current_date - 1 - (n % 300)::int, now() - (1 + n % 300) * interval '1 day', 1, 'Created', 1, 'd', 'token:1'
    from generate_series(1, ${count}::bigint) n`;
  await fill.end();
  await stage.sql`vacuum analyze transactions`;
}

/** The id of the transaction in an answer. Undefined unless the sale earned the 9 stamps of its total. */
export function transactionId(answer: Readonly<Record<string, unknown>>): number | undefined {
  const { transaction } = answer as { transaction?: { id?: unknown; stamps_earned?: unknown } };
  return typeof transaction?.id === "number" && transaction.stamps_earned === 9
    ? transaction.id
    : undefined;
}
