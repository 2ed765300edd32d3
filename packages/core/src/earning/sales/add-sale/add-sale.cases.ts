import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import { eq } from "drizzle-orm";
import type { CallKey } from "../../../foundation/writing/index.ts";
import { namedBy, type OpenHarness } from "../../../testing/index.ts";
import { noonZone, past, today } from "../../../testing/operation/days.ts";
import {
  anonymized,
  dueMeanwhile,
  memberExists,
  sameKey,
  storeCases,
} from "../../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../../testing/operation/members.ts";
import { type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { type SaleCall, sales } from "./add-sale.ts";

type Call = SaleCall & CallKey;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const now = Date.now();
const at = (ms: number) => new Date(now + ms).toISOString();
/** Yesterday in `noonZone`, less than 24 hours ago while the tests run. */
const yesterday = at(-22 * HOUR_MS);
const dayOf = (moment: string) =>
  new Intl.DateTimeFormat("sv", { timeZone: noonZone }).format(new Date(moment));

/** A sale of 95,000 with an item and a payment. */
const content = {
  ...{ total: "95000.00", subtotal: null, discount: null, serviceCharge: null, tax: null },
  ...{ people: 1, channel: 2, type: null, employeeCode: null, extraData: null, stampsSent: null },
  items: [{ line: 1, product: "Kopi", quantity: "1", subtotal: "1.00", is_eligible: true }],
  payments: [
    { line: 1, method: "cash", method_key: "CASH", value: "1.00", counts_for_levels: true },
  ],
  ...{ otherAmount: "0.00", ownAmount: "0.00", ownStamps: 0, spending: "95000.00" },
  ...{
    digest: "d",
    replaceCanceled: true,
    restOf: null,
    allowedStores: null,
    soldAt: null,
    actor: "token:1",
  },
};

const nobody = { hasUser: false, ...namedBy(null) };
const open = { status: "Open", canceledAt: null, canceledBy: null };

/** A call of a new member replaces a canceled sale of yesterday, unless `sale` has `isMissing`. */
export async function openSales(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member } = await openOffice(t);
  const { levels, merchants, transactions } = schema;
  await t.db.update(merchants).set({ earnAmount: "10000.00" }).where(eq(merchants.id, merchant.id));
  await t.db.insert(levels).values({ merchantId: merchant.id, level: 200, name: "Gold" });
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const store = await t.given.store(merchant, { timezone: noonZone, ...parts.store });
    const { email } = await member(parts, twin);
    // refusals are written down without ids of seven digits
    const id = 1_000_000 + (await t.deps.ids.take(merchant.id, "transactions"));
    const { isMissing, ...row } = parts.sale ?? {};
    const recorded = {
      ...{ merchantId: merchant.id, id, storeId: store.id, invoiceNumber: `INV-${id}` },
      ...{ businessDay: dayOf(yesterday), soldAt: yesterday, total: "95000.00", digest: "d" },
      ...{ spending: "95000.00", createdBy: "token:1", status: "Canceled" },
      ...{ canceledAt: yesterday, canceledBy: "token:1", ...row },
    };
    if (!isMissing) await t.db.insert(transactions).values(recorded);
    return {
      ...content,
      transaction: await t.deps.ids.take(merchant.id, "transactions"),
      levelChange: await t.deps.ids.take(merchant.id, "level_changes"),
      ...{ storeId: store.id, storeCode: store.code, invoiceNumber: recorded.invoiceNumber },
      ...{ hasUser: true, ...namedBy(email), key: null, fingerprint: null },
      ...parts.call,
    };
  };
  return { merchant, call };
}

/** A call of nobody for the same store and invoice number. */
const sameNumber = ({ storeId, storeCode, invoiceNumber }: Call) => ({
  ...{ storeId, storeCode, invoiceNumber, ...nobody },
});

export const adding = tested({
  operation: sales,
  open: openSales,
  cases: {
    ...storeCases,
    saleIsTimely: { call: { soldAt: at(-400 * DAY_MS) } },
    memberExists,
    canceledMayBeReplaced: {
      sale: { status: "Canceled", canceledAt: yesterday, canceledBy: "token:1" },
      call: { replaceCanceled: false },
    },
    invoiceIsNew: { sale: { ...open, digest: "other" } },
  },
  onlyWords: ["storeExists"],
  fine: [
    { sale: { isMissing: true }, call: { replaceCanceled: false } },
    { sale: open, call: { replaceCanceled: false } },
    { call: nobody },
    { call: { soldAt: at(-364 * DAY_MS) } },
    { call: { soldAt: at(23 * HOUR_MS) } },
    { membership: { isBlocked: true, status: 300 }, customer: { isActive: false } },
  ],
  due: { membership: { nextExpiryOn: past } },
  dueMeanwhile,
  meanwhile: {},
  asSeen: {
    version: { of: { sale: open }, change: "discount = 1" },
    supersededBy: "superseded_by_id = 9999",
    seenEntry: "entry_number = entry_number + 1",
    levelBefore: "level = 200",
    isMember: "is_blocked = true",
    isActive: "is_active = false",
  },
  gone: anonymized,
  shares: {
    customerId: () => ({}),
    invoice: (first) => ({ ...sameNumber(first), soldAt: at(0) }),
    replacedId: (first) => ({ ...sameNumber(first), soldAt: yesterday }),
    ...sameKey,
  },
  queued: ["customerId", "invoice", "replacedId"],
  many,
});

/** Gives each of 8,000 members a sale. The first call has an invoice number that was used on 200 other days. */
async function many(t: OpenHarness) {
  const all = await manyMembers(t, ({ id, email }, { auditId: n, key, fingerprint }) => ({
    ...content,
    ...{ transaction: 20_000 + id, levelChange: id, storeId: 1, storeCode: "1" },
    ...{ hasUser: true, ...namedBy(email), invoiceNumber: `INV-${n}`, key, fingerprint },
  }));
  const sql = await openFillClient(t.open.url);
  const of = sql`${all.merchantId}::bigint`;
  await sql`update merchants set earn_amount = 10000, earn_max_per_day = 100 where id = ${of}`;
  await sql`insert into stores (merchant_id, id, code, code_key, name, timezone)
    values (${of}, 1, 'S1', 'S1', 'Store', ${noonZone})`;
  const columns = sql`merchant_id, id, store_id, customer_id, invoice_number, business_day, sold_at, total,
    status, spending, digest, created_by`;
  await sql`insert into transactions (${columns})
    select ${of}, n, 1, n, 'OLD-' || n, ${today}::date, now(), 1, 'Created', 1, 'd', 'token:1'
    from generate_series(1, 8000) n`;
  await sql`insert into transactions (${columns})
    select ${of}, 30000 + n, 1, 1000, 'INV-1', ${today}::date - 2 - n, now(), 1, 'Created', 1, 'd', 'token:1'
    from generate_series(1, 200) n`;
  await sql.end();
  return { ...all, tables: [...all.tables, "transactions"] };
}
