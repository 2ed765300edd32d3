import { type DocumentOf, json, oneOf, schema } from "@stampbook/db";
import { alias } from "drizzle-orm/pg-core";
import type { SaleStatus } from "../types.ts";

// All reads of sales use them. The alias of sales in SQL is `x`, because `actorDoc` uses `t` for API
// tokens.
export const sales = alias(schema.transactions, "x");
export const stores = alias(schema.stores, "s");

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
