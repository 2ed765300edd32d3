import { rowsOf, schema } from "@stampbook/db";
import { asc, eq } from "drizzle-orm";
import { type FileParameters, ownRows } from "./customer-rows.sql.ts";

const {
  stores,
  transactionItems: items,
  transactionModifications: modifications,
  transactionPayments: payments,
  transactions: sales,
} = schema;

/** The customer's sales with their lines, payments and modifications. Without the codes of employees. */
export const salesOf = (p: FileParameters) =>
  ownRows(p, sales, asc(sales.id))
    .leftJoin(stores, eq(stores.id, sales.storeId))
    .list({
      id: sales.id,
      store: stores.name,
      invoiceNumber: sales.invoiceNumber,
      soldAt: sales.soldAt,
      status: sales.status,
      total: sales.total,
      subtotal: sales.subtotal,
      discount: sales.discount,
      serviceCharge: sales.serviceCharge,
      tax: sales.tax,
      people: sales.people,
      channel: sales.channel,
      type: sales.type,
      stampsEarned: sales.stampsEarned,
      extraData: sales.extraData,
      createdAt: sales.createdAt,
      canceledAt: sales.canceledAt,
      items: rowsOf(items, {
        where: [eq(items.transactionId, sales.id)],
        orderBy: [asc(items.line)],
      }).list({
        product: items.product,
        quantity: items.quantity,
        subtotal: items.subtotal,
        extraData: items.extraData,
      }),
      payments: rowsOf(payments, {
        where: [eq(payments.transactionId, sales.id)],
        orderBy: [asc(payments.line)],
      }).list({ method: payments.method, value: payments.value }),
      modifications: rowsOf(modifications, {
        where: [eq(modifications.transactionId, sales.id)],
        orderBy: [asc(modifications.id)],
      }).list({
        total: modifications.total,
        subtotal: modifications.subtotal,
        items: modifications.items,
        stamps: modifications.stamps,
        at: modifications.createdAt,
      }),
    });
