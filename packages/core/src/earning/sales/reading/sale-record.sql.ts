import { type DocumentOf, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type Actor, actorDoc } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { isSpent } from "../../../holding/vouchers/index.ts";
import { refuseRead, unknownSale } from "./reading.rules.ts";
import { sales, stores } from "./sale.sql.ts";
import { customers, saleShown } from "./sales.sql.ts";

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
  serviceCharge: sales.serviceCharge,
  tax: sales.tax,
  type: sales.type,
  employeeCode: sales.employeeCode,
  createdAt: sales.createdAt,
  createdBy: actorDoc(sql`${sales.createdBy}`) as SQL<Actor>,
  canceledAt: sales.canceledAt,
  canceledBy: actorDoc(sql`${sales.canceledBy}`) as SQL<Actor | null>,
  /** Null without a cancel or without a reason. */
  cancelReason: rowsOf(audit, {
    where: [
      eq(audit.subject, sql`'transaction ' || ${sales.id}`),
      eq(audit.action, sql`'transactions.cancel'`),
    ],
    limit: sql`1`,
  }).value(sql<string>`${audit.reason}`),
  items: rowsOf(items, {
    where: [eq(items.transactionId, sales.id)],
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
    where: [eq(payments.transactionId, sales.id)],
    orderBy: [asc(payments.line)],
  }).list({
    line: payments.line,
    method: payments.method,
    value: payments.value,
    earned: payments.earned,
  }),
  /** The modifications of the sale, with amounts and stamps as differences of 0 or less. */
  modifications: rowsOf(modifications, {
    where: [eq(modifications.transactionId, sales.id)],
    orderBy: [asc(modifications.id)],
  }).list({
    id: modifications.id,
    total: modifications.total,
    stamps: modifications.stamps,
    returnInvoiceNumber: modifications.returnInvoiceNumber,
    createdAt: modifications.createdAt,
  }),
  /** The vouchers that the sale issued, and their replacements. */
  issued: rowsOf(vouchers, {
    where: [eq(vouchers.issuedByTransactionId, sales.id)],
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
  rowsOf(sales, { where: [eq(sales.id, p("transactionId"))] })
    .join(stores, eq(stores.id, sales.storeId))
    .leftJoin(customers, eq(customers.id, sales.customerId))
    .one(saleRecord),
);

/** Returns one sale of the merchant; null if the id is unknown. */
function selectSaleRecord(ctx: CoreContext, transactionId: number): Promise<SaleRecord | null> {
  return run(ctx.db, record, { merchantId: ctx.caller.merchant.id, transactionId });
}

/**
 * Returns a sale as staff see it: with its customer, items, payments, modifications, and who canceled it and
 * why. Throws `transaction_not_found`, and `permission_denied` if the sale was made in a store that is not
 * the caller's.
 */
export async function getSaleRecord(ctx: CoreContext, transactionId: number): Promise<SaleRecord> {
  const sale = await selectSaleRecord(ctx, transactionId);
  const refusal = refuseRead(sale, ctx.caller);
  if (refusal || !sale) throw new Failure(refusal ?? unknownSale);
  return sale;
}
