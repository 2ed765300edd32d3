import { type DocumentOf, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type Actor, actorDoc } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { isSpent } from "../../vouchers/index.ts";
import { s, t } from "./sale.sql.ts";
import { c, saleShown } from "./sales.sql.ts";

const {
  auditEntries: audit,
  transactionItems: items,
  transactionModifications: modifications,
  transactionPayments: payments,
  vouchers,
} = schema;

/** Whether a row of `vouchers` is spent, for a statement whose parameter is named. */
const spent = sql.join(
  isSpent("vouchers")
    .split("$1")
    .map((part) => sql.raw(part)),
  sql`${sql.placeholder("merchantId")}::bigint`,
) as SQL<boolean>;

const saleRecord = {
  ...saleShown,
  serviceCharge: t.serviceCharge,
  tax: t.tax,
  type: t.type,
  employeeCode: t.employeeCode,
  createdAt: t.createdAt,
  createdBy: actorDoc(sql`${t.createdBy}`) as SQL<Actor>,
  canceledAt: t.canceledAt,
  canceledBy: actorDoc(sql`${t.canceledBy}`) as SQL<Actor | null>,
  /** Null without a cancel or without a reason. */
  cancelReason: rowsOf(audit, {
    where: [
      eq(audit.subject, sql`'transaction ' || ${t.id}`),
      eq(audit.action, sql`'transactions.cancel'`),
    ],
    limit: sql`1`,
  }).value(sql<string>`${audit.reason}`),
  items: rowsOf(items, {
    where: [eq(items.transactionId, t.id)],
    orderBy: [asc(items.line)],
  }).list({
    line: items.line,
    product: items.product,
    quantity: items.quantity,
    subtotal: items.subtotal,
    stamps: items.stamps,
    isEligible: items.isEligible,
  }),
  payments: rowsOf(payments, {
    where: [eq(payments.transactionId, t.id)],
    orderBy: [asc(payments.line)],
  }).list({
    line: payments.line,
    method: payments.method,
    value: payments.value,
    earned: payments.earned,
  }),
  /** The modifications of the sale, with amounts and stamps as differences of 0 or less. */
  modifications: rowsOf(modifications, {
    where: [eq(modifications.transactionId, t.id)],
    orderBy: [asc(modifications.id)],
  }).list({
    id: modifications.id,
    total: modifications.total,
    stamps: modifications.stamps,
    createdAt: modifications.createdAt,
  }),
  /** The vouchers that the sale issued, and their replacements. */
  issued: rowsOf(vouchers, {
    where: [eq(vouchers.issuedByTransactionId, t.id)],
    orderBy: [asc(vouchers.id)],
  }).list({
    id: vouchers.id,
    code: vouchers.code,
    isSpent: spent,
    isOpen: sql<boolean>`${vouchers.redeemedAt} is null`,
    isActive: vouchers.isActive,
  }),
};

/** A sale with its customer, items, payments and modifications. Amounts are decimals in strings. */
export type SaleRecord = DocumentOf<typeof saleRecord>;

const record = read("get_sale_record", (p: Parameters<{ readonly transactionId: number }>) =>
  rowsOf(t, { where: [eq(t.id, p("transactionId"))] })
    .join(s, eq(s.id, t.storeId))
    .leftJoin(c, eq(c.id, t.customerId))
    .one(saleRecord),
);

/** Returns one sale of the merchant; null if the id is unknown. */
export function selectSaleRecord(
  ctx: CoreContext,
  transactionId: number,
): Promise<SaleRecord | null> {
  return run(ctx.db, record, { merchantId: ctx.caller.merchant.id, transactionId });
}
