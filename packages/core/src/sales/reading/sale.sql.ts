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
import type { CoreContext } from "../../context.ts";
import type { SaleStatus } from "../types.ts";

// Short aliases, which other reads of sales use too. The alias of sales is `x`, because `actorDoc` uses `t`
// for API tokens.
export const t = alias(schema.transactions, "x");
export const s = alias(schema.stores, "s");
const { transactionItems: items, transactionPayments: payments } = schema;

/**
 * The fields of a sale `t` and its store `s` that every read of a sale returns. Amounts are decimals in
 * strings.
 */
export const saleListed = {
  id: t.id,
  status: oneOf<SaleStatus>(t.status),
  invoiceNumber: t.invoiceNumber,
  store: json({ id: s.id, name: s.name }),
  soldAt: t.soldAt,
  businessDay: t.businessDay,
  total: t.total,
  subtotal: t.subtotal,
  discount: t.discount,
  people: t.people,
  channel: t.channel,
  stampsEarned: t.stampsEarned,
};

/** A sale as lists show it. */
export type SaleListed = DocumentOf<typeof saleListed>;

const saleDetail = {
  ...saleListed,
  serviceCharge: t.serviceCharge,
  tax: t.tax,
  type: t.type,
  /** The id of the sale that was recorded again under the number of this canceled one. */
  supersededById: t.supersededById,
  items: rowsOf(items, {
    where: [eq(items.transactionId, t.id)],
    orderBy: [asc(items.line)],
  }).list({ line: items.line, product: items.product, quantity: items.quantity }),
  payments: rowsOf(payments, {
    where: [eq(payments.transactionId, t.id)],
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
  rowsOf(t, { where: [eq(t.id, sql`${p("transactionId")}`)] })
    .join(s, eq(s.id, t.storeId))
    .one(saleDetail),
);

/** Returns one sale of the merchant; null if the id is unknown. */
export function selectSale(ctx: CoreContext, transactionId: number): Promise<SaleDetail | null> {
  return run(ctx.db, detail, { merchantId: ctx.caller.merchant.id, transactionId });
}
