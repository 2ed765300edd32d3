import {
  type DocumentOf,
  json,
  oneOf,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import type { SaleStatus } from "../types.ts";
import { refuseRead, unknownSale } from "./reading.rules.ts";

// Other reads of sales use them too. The alias of sales in SQL is `x`, because `actorDoc` uses `t` for API
// tokens.
export const sales = alias(schema.transactions, "x");
export const stores = alias(schema.stores, "s");
const { transactionItems: items, transactionPayments: payments } = schema;

/**
 * The fields of a row of `sales` and of its store that every read of a sale returns. Amounts are decimals in
 * strings.
 */
export const saleListed = {
  id: sales.id,
  status: oneOf<SaleStatus>(sales.status),
  invoiceNumber: sales.invoiceNumber,
  store: json({ id: stores.id, name: stores.name }),
  soldAt: sales.soldAt,
  businessDay: sales.businessDay,
  total: sales.total,
  subtotal: sales.subtotal,
  discount: sales.discount,
  people: sales.people,
  channel: sales.channel,
  stampsEarned: sales.stampsEarned,
};

/** A sale as lists show it. */
export type SaleListed = DocumentOf<typeof saleListed>;

const saleDetail = {
  ...saleListed,
  serviceCharge: sales.serviceCharge,
  tax: sales.tax,
  type: sales.type,
  /** The id of the sale that was recorded again under the number of this canceled one. */
  supersededById: sales.supersededById,
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

/** A sale with its items and payments. */
export type SaleDetail = DocumentOf<typeof saleDetail>;

const detail = read("get_sale", (p: Parameters<{ readonly transactionId: number }>) =>
  rowsOf(sales, { where: [eq(sales.id, sql`${p("transactionId")}`)] })
    .join(stores, eq(stores.id, sales.storeId))
    .one(saleDetail),
);

/** Returns one sale of the merchant; null if the id is unknown. */
function selectSale(ctx: CoreContext, transactionId: number): Promise<SaleDetail | null> {
  return run(ctx.db, detail, { merchantId: ctx.caller.merchant.id, transactionId });
}

/**
 * Returns a sale with its items and payments. Throws `transaction_not_found`, and `permission_denied` if the
 * sale was made in a store that is not the caller's. Interface 2, section 3.
 */
export async function getSale(ctx: CoreContext, transactionId: number): Promise<SaleDetail> {
  const sale = await selectSale(ctx, transactionId);
  const refusal = refuseRead(sale, ctx.caller);
  if (refusal || !sale) throw new Failure(refusal ?? unknownSale);
  return sale;
}
