import type { Moved, MovedKind } from "@stampbook/core/moving";
import type { z } from "zod";
import { staff, tokens } from "./access-shapes.ts";
import { promoCodes, rewards, voucherTemplates } from "./catalogue-shapes.ts";
import { customers } from "./customer-shape.ts";
import type { Facts } from "./facts.ts";
import { merchant } from "./merchant-shape.ts";
import type { SectionName } from "./sections.ts";
import { levels, messageTemplates, paymentMethods, stores } from "./settings-shapes.ts";
import { transactions } from "./transaction-shape.ts";
import { vouchers } from "./voucher-shape.ts";

type Shape<Wire, Row> = {
  readonly schema: z.ZodType<Wire>;
  readonly toRow: (wire: Wire, facts: Facts) => Row;
};

const reader =
  <const Kind extends MovedKind | "merchant", Wire, Row>(kind: Kind, shape: Shape<Wire, Row>) =>
  (value: unknown, facts: Facts) => {
    const { success, data, error } = shape.schema.safeParse(value);
    return success ? { kind, row: shape.toRow(data, facts) } : error;
  };

const readers = {
  merchant: reader("merchant", merchant),
  levels: reader("levels", levels),
  stores: reader("stores", stores),
  customers: reader("customers", customers),
  voucher_templates: reader("voucherTemplates", voucherTemplates),
  rewards: reader("rewards", rewards),
  vouchers: reader("vouchers", vouchers),
  transactions: reader("transactions", transactions),
  promo_codes: reader("promoCodes", promoCodes),
  payment_methods: reader("paymentMethods", paymentMethods),
  message_templates: reader("messageTemplates", messageTemplates),
  tokens: reader("tokens", tokens),
  staff: reader("staff", staff),
} as const satisfies Record<SectionName, unknown>;

/** A record of a file as a row of the database. */
export type FileRow = Exclude<ReturnType<(typeof readers)[SectionName]>, z.ZodError>;

/** A row of any section except the merchant, with its kind. */
export type MovedRow = {
  [Kind in MovedKind]: { readonly kind: Kind; readonly row: Moved[Kind] };
}[MovedKind];

/**
 * Reads a record by its section's shape. The error lists the record's problems. If a field has the wrong
 * type, rules that compare fields are not checked.
 */
export function readRow(section: SectionName, value: unknown, facts: Facts): FileRow | z.ZodError {
  return readers[section](value, facts);
}
