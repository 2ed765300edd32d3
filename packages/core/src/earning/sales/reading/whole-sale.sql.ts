import { type DocumentOf, jsonIf, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type Actor, actorDoc } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { showCustomers } from "../../../people/customers/index.ts";
import { refuseRead, unknownSale } from "./reading.rules.ts";
import { saleListed, sales, stores } from "./sale.sql.ts";
import { customers } from "./sales.sql.ts";

const {
  transactionItems: items,
  transactionModifications: modifications,
  transactionPayments: payments,
  voucherTemplates: templates,
  vouchers,
} = schema;

/**
 * The fields of a row of `sales`, of its store and of its customer that tokens read, without items and
 * payments. The statement must have the parameter `merchantId`.
 */
export const soldSale = {
  ...saleListed,
  /** Null if no customer is known. `showCustomers` leaves out names that the caller may not see. */
  customer: jsonIf(customers.id, {
    id: customers.id,
    name: sql<string | null>`${customers.name}`,
  }),
  serviceCharge: sales.serviceCharge,
  tax: sales.tax,
  type: sales.type,
  employeeCode: sales.employeeCode,
  /** Any JSON. */
  extraData: sql<unknown>`${sales.extraData}`,
  /** The id of the sale that was recorded again under the number of this canceled one. */
  supersededById: sales.supersededById,
  rule: sql<"amount" | "pos" | null>`${sales.rule}`,
  multiplier: sales.multiplier,
  earnLimit: sales.earnLimit,
  createdBy: actorDoc(sql`${sales.createdBy}`) as SQL<Actor>,
  canceledAt: sales.canceledAt,
  canceledBy: actorDoc(sql`${sales.canceledBy}`) as SQL<Actor | null>,
  /** The stamps of the sale that paid what its customer owed. */
  stampsPaidOff: sales.stampsPaidOff,
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
  })
    .join(templates, eq(templates.id, vouchers.voucherTemplateId))
    .list({
      id: vouchers.id,
      code: vouchers.code,
      name: templates.name,
      isActive: vouchers.isActive,
      isRedeemed: sql<boolean>`${vouchers.redeemedAt} is not null`,
    }),
};

/** A sale as tokens read it, without items and payments. Amounts are decimals in strings. */
export type SoldSale = DocumentOf<typeof soldSale>;

const wholeSale = {
  ...soldSale,
  items: rowsOf(items, {
    where: [eq(items.transactionId, sales.id)],
    orderBy: [asc(items.line)],
  }).list({ line: items.line, product: items.product, quantity: items.quantity }),
  payments: rowsOf(payments, {
    where: [eq(payments.transactionId, sales.id)],
    orderBy: [asc(payments.line)],
  }).list({
    line: payments.line,
    method: payments.method,
    value: payments.value,
    earned: payments.earned,
  }),
};

/** A sale as tokens read it. */
export type WholeSale = DocumentOf<typeof wholeSale>;

const one = read("get_sale", (p: Parameters<{ readonly transactionId: number }>) =>
  rowsOf(sales, { where: [eq(sales.id, sql`${p("transactionId")}`)] })
    .join(stores, eq(stores.id, sales.storeId))
    .leftJoin(customers, eq(customers.id, sales.customerId))
    .one(wholeSale),
);

/**
 * Returns a sale as tokens read it. Its customer counts as shown if the token may see members. Throws
 * `transaction_not_found`, `permission_denied` if the sale was made in a store that is not the caller's, and
 * `too_many_attempts`. Interface 3, T4.
 */
export async function getSale(ctx: CoreContext, transactionId: number): Promise<WholeSale> {
  const sale = await run(ctx.db, one, { merchantId: ctx.caller.merchant.id, transactionId });
  const refusal = refuseRead(sale, ctx.caller);
  if (refusal || !sale) throw new Failure(refusal ?? unknownSale);
  const [shown = sale] = await showCustomers(ctx, [sale]);
  return shown;
}
