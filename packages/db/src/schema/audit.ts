import { index, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, id, merchantId } from "./columns.ts";
import { merchants } from "./merchants.ts";

/** Refused calls with the rule that refused, for staff to look up; kept 30 days. No secrets. */
export const refusals = pgTable(
  "refusals",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    /** The procedure's name. */
    operation: text().notNull(),
    code: text().notNull(),
    message: text().notNull(),
    rule: text(),
    expected: text(),
    found: text(),
    storeId: id(),
    customerId: id(),
    /** What was to be redeemed or canceled: `voucher 4`. */
    subject: text(),
    /** Who called: `token:7` or `staff:<id>`. */
    caller: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("refusals_time").on(t.merchantId, t.createdAt, t.id),
  ],
);

/**
 * Who did what when, for what has no history of its own: written by the statement that makes the
 * change, never changed, never deleted. No secrets.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    /** The procedure's name: `customers.adjustStamps`. */
    action: text().notNull(),
    /** `staff:<id>` or `token:7`. */
    actor: text().notNull(),
    /** What it was done to: `customer 12`. */
    subject: text().notNull(),
    /** In the words of who did it. */
    reason: text(),
    /** What was changed, as far as it can be shown. */
    details: json().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("audit_entries_time").on(t.merchantId, t.createdAt, t.id),
    index("audit_entries_subject").on(t.merchantId, t.subject, t.createdAt, t.id),
  ],
);
