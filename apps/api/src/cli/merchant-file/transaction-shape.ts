import { mostOf } from "@stampbook/core/limits";
import type { Moved } from "@stampbook/core/moving";
import { hundredths } from "@stampbook/core/vouchers";
import { z } from "zod";
import { amount, day, expects, id, maybe, moment, oneOf, reference, whole } from "./fields.ts";

const schema = z
  .strictObject(
    {
      id,
      store: id,
      customer: maybe(id),
      invoice_number: reference,
      created: moment,
      business_day: maybe(day),
      total_value: amount,
      sub_total: maybe(amount),
      spending: maybe(amount),
      stamps_earned: whole(0, mostOf.saleStamps).default(0),
      status: oneOf(["Created", "Open", "Canceled"]).default("Created"),
      superseded_by: maybe(id),
    },
    expects("an object"),
  )
  .refine(({ status, customer }) => status !== "Created" || customer !== null, {
    path: ["customer"],
    error: "is missing: a sale of nobody is Open or Canceled",
  })
  .refine(({ status, customer }) => status !== "Open" || customer === null, {
    path: ["customer"],
    error: "is given, but an Open sale is nobody's",
  })
  .refine((row) => row.status === "Created" || row.customer !== null || row.stamps_earned === 0, {
    path: ["stamps_earned"],
    error: "must be 0 for a sale of nobody",
  })
  .refine(
    (row) => row.spending === null || hundredths(row.spending) <= hundredths(row.total_value),
    {
      path: ["spending"],
      error: "is more than total_value",
    },
  )
  .refine((row) => row.superseded_by === null || row.status === "Canceled", {
    path: ["superseded_by"],
    error: "is given, but only a Canceled sale is superseded",
  })
  .refine((row) => row.superseded_by !== row.id, {
    path: ["superseded_by"],
    error: "is the sale itself",
  });

/**
 * Past sales in an import file. They add no stamps, because the memberships' opening balances already include
 * the stamps that these sales earned.
 */
export const transactions = {
  schema,
  toRow: (wire: z.output<typeof schema>): Moved["transactions"] => ({
    id: wire.id,
    storeId: wire.store,
    customerId: wire.customer,
    invoiceNumber: wire.invoice_number,
    soldAt: wire.created,
    businessDay: wire.business_day,
    total: wire.total_value,
    subtotal: wire.sub_total,
    spending: wire.spending ?? wire.total_value,
    stampsEarned: wire.stamps_earned,
    status: wire.status,
    supersededById: wire.superseded_by,
  }),
  present: (row: Moved["transactions"]) => ({
    id: row.id,
    store: row.storeId,
    customer: row.customerId,
    invoice_number: row.invoiceNumber,
    created: row.soldAt,
    business_day: row.businessDay,
    total_value: row.total,
    sub_total: row.subtotal,
    spending: row.spending,
    stamps_earned: row.stampsEarned,
    status: row.status,
    superseded_by: row.supersededById,
  }),
};
