import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import { and, eq, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { aSale, type OpenHarness } from "../../testing/index.ts";
import { past } from "../../testing/operation/days.ts";
import { dueMeanwhile, sameKey } from "../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../testing/operation/members.ts";
import type { Parts } from "../../testing/operation/tested.ts";
import { addSale } from "./add-sale/add-sale.ts";
import { cancelSale } from "./cancel-sale/cancel-sale.ts";

// Sales for the cases of the operations that cancel and modify them.

type Changed = PgTable & { readonly merchantId: AnyPgColumn };
type Twin = { readonly transaction: number };

/**
 * Opens a merchant whose sales of 90,000 earn 9 stamps each. `sold` adds a sale, which issued a gift card of
 * 10.00, and returns the columns of a call for it and the member's ledger. `parts.sale` is the input of the
 * sale, and columns to change afterwards, as `parts.membership` and `parts.customer` do.
 */
export async function openSold(
  t: OpenHarness,
  settings: Partial<typeof schema.merchants.$inferInsert> = {},
) {
  const { merchant, member, recorded } = await openOffice(t);
  const { customers, merchants, memberships: ms, transactions } = schema;
  await t.db
    .update(merchants)
    .set({ earnAmount: "10000.00", ...settings })
    .where(eq(merchants.id, merchant.id));
  await t.db.insert(schema.levels).values({ merchantId: merchant.id, level: 200, name: "Gold" });
  const { id: store } = await t.given.store(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant, { isDynamic: true });
  const buyers = new Map<number | undefined, { readonly email: string }>();
  const set = async (table: Changed, id: AnyPgColumn, value: number, row = {}) => {
    if (!Object.keys(row).length) return;
    await t.db
      .update(table)
      .set(row)
      .where(and(eq(table.merchantId, merchant.id), eq(id, value)));
  };
  /** The columns of any call for a sale, with new ids. */
  const columns = async (transaction: number) => ({
    ...{ transaction, allowedStores: null, replayed: null, replayedTo: null },
    levelChange: await t.deps.ids.take(merchant.id, "level_changes"),
    ...(await recorded()),
  });
  const sold = async (parts: Parts = {}, twin?: Twin) => {
    const buyer = await member({}, { email: buyers.get(twin?.transaction)?.email ?? null });
    const { isOpen, isCanceled, items = [], payments = [], ...row } = parts.sale ?? {};
    const content = { ...aSale({ total: "90000.00" }), items, payments } as ReturnType<
      typeof aSale
    >;
    const user = isOpen ? null : buyer.email;
    const { sale } = await addSale(t.as(merchant), { ...content, store, user, channel: null });
    buyers.set(sale.id, buyer);
    await t.given.voucher(merchant, {
      ...{ customerId: buyer.id, voucherTemplateId, issuedByTransactionId: sale.id },
      ...{ value: "10.00", remainingValue: "10.00", ...parts.voucher },
    });
    if (isCanceled)
      await cancelSale(t.as(merchant), sale.id, null, { keepIssuedVouchers: !!parts.voucher });
    await set(ms, ms.customerId, buyer.id, parts.membership);
    await set(customers, customers.id, buyer.id, parts.customer);
    await set(transactions, transactions.id, sale.id, row);
    const [ledger] = await t.db
      .select({ entryNumber: ms.entryNumber, version: sql<string>`${transactions}.xmin::text` })
      .from(ms)
      .innerJoin(
        transactions,
        and(eq(transactions.merchantId, ms.merchantId), eq(transactions.id, sale.id)),
      )
      .where(and(eq(ms.merchantId, merchant.id), eq(ms.customerId, buyer.id)));
    const computed = {
      replayedTo: ledger?.entryNumber ?? 0,
      computedFrom: ledger?.version ?? null,
    };
    return { columns: await columns(sale.id), computed };
  };
  return { merchant, store, sold, columns };
}

/** Every member for whom there is a call has this number of ledger entries after the sale. */
const LATER = 300;

/** The `entryNumber` of those members. */
export const manyEntries = LATER + 4;

/** Gives each of 20,000 members a sale with the member's id, which earned 9 stamps. */
export async function manySold<Own>(t: OpenHarness, callOf: (transaction: number) => Own) {
  const many = await manyMembers(
    t,
    ({ id: transaction }, recorded) => ({
      ...{ transaction, allowedStores: null, replayed: null, replayedTo: null },
      ...{ levelChange: transaction, ...recorded, ...callOf(transaction) },
    }),
    20_000,
  );
  const sql = await openFillClient(t.open.url);
  const of = sql`${many.merchantId}::bigint`;
  await sql`update memberships set entry_number = case when customer_id % 100 = 1 then ${manyEntries}::int else 4 end
    where merchant_id = ${of}`;
  await sql`insert into transactions (merchant_id, id, store_id, customer_id, invoice_number,
      business_day, sold_at, total, status, stamps_earned, spending, digest, created_by)
    select ${of}, n, 1, n, 'INV-' || n, current_date, now(), 95000, 'Created', 9, 95000, 'd', 'token:1'
    from generate_series(1, 20000) n`;
  // Before the sale's entry there are three that the statement must ignore: an award with the sale's id,
  // another sale, and an expiry.
  await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
    select ${of}, n, e.cause, e.cause_id, e.delta, e.number, current_date
    from generate_series(1, 20000) n cross join lateral (values ('award', n, 1, 1),
      ('earning', n + 100000, 1, 2), ('expiry', 1, -2, 3), ('earning', n, 9, 4)
    ) as e(cause, cause_id, delta, number)`;
  // some members with few entries have stamps that expired after the sale
  await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
    select ${of}, n, 'expiry', 2, -1, 5, current_date from generate_series(2, 20000, 100) n`;
  await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
    select ${of}, n, 'adjustment', later, 1, 4 + later, current_date
    from generate_series(1, 20000, 100) n cross join generate_series(1, ${LATER}::int) later`;
  const [row] =
    await sql`select xmin::text as version from transactions where merchant_id = ${of} limit 1`;
  await sql.end();
  const calls = many.calls.map((call) =>
    "computedFrom" in call ? { ...call, computedFrom: row?.version } : call,
  );
  const tables = [...many.tables, "transactions", "stamp_entries"];
  return { ...many, calls, tables, changes: "transactions" };
}

/** What all cases of a sale have in common. A sale of a member is the member's subject. */
export const ofSale = {
  cases: {
    saleExists: { call: { transaction: 999_999 } },
    saleIsCallers: { call: { allowedStores: [] } },
  },
  due: { membership: { nextExpiryOn: past } },
  dueMeanwhile,
  asSeen: {
    status: "status = 'Canceled', canceled_at = now(), canceled_by = 'token:1'",
    seenEntry: "entry_number = entry_number + 1",
    levelBefore: "level = 200",
    untilBefore: "level_until = '2999-12-31'",
    isNamed: "anonymized_at = now()",
  },
  shares: {
    whose: () => ({}),
    ...sameKey,
  },
  queued: ["whose"],
} as const;
