import { sql } from "drizzle-orm";
import { check, index, json, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, id, merchantId } from "./columns.ts";
import { merchants } from "./merchants.ts";

/** Refused calls, each with the rule that refused it, for staff to look up. No secrets. */
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
    /** What the call was about, such as `voucher 4`, or `store 7` for a booking. */
    subject: text(),
    /** The caller: `token:7` or `staff:<id>`. */
    caller: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("refusals_time").on(t.merchantId, t.createdAt, t.id),
  ],
);

/**
 * The audit log: who changed what and when, for records without a history of their own. The statement that
 * makes the change also writes the entry. An entry changes only when a customer is anonymized, and is deleted
 * only by the merchant's retention setting. No secrets.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    /** The procedure's name: `customers.adjustStamps`. */
    action: text().notNull(),
    /** `staff:<id>`, `token:7`, or `operator` for a command of the service's operator. */
    actor: text().notNull(),
    /** The changed record: `customer 12`. */
    subject: text().notNull(),
    /** The reason for the change, in the actor's own words. */
    reason: text(),
    /** The changes, without values that must not be shown. */
    details: json().notNull().default({}),
    /** The client's address; null for the service's own work and for rows older than this column. */
    address: text(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("audit_entries_time").on(t.merchantId, t.createdAt, t.id),
    index("audit_entries_subject").on(t.merchantId, t.subject, t.createdAt, t.id),
  ],
);

/**
 * Sign-ins, exports, cancels, denials and other security events. If a change is also in the audit log, its
 * event and its audit entry have the same id. No secrets, and no personal data of customers.
 */
export const securityEvents = pgTable(
  "security_events",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    /** What happened: `sign-in`, `export`. */
    what: text().notNull(),
    /** done, failed (a wrong secret, or another error of the sign-in service), refused (not allowed) */
    result: text().notNull(),
    /** `staff:<id>`, `token:7`, or another name such as `operator`; null if the actor is unknown. */
    actor: text(),
    /** The actor's name at that time. */
    actorName: text(),
    /** The record or procedure concerned: `customer 12`, `token 7`, or a procedure's name. */
    subject: text(),
    address: text(),
    /** The start of the browser's user agent. */
    userAgent: text(),
    details: jsonb().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("security_events_time").on(t.merchantId, t.createdAt, t.id),
    check("security_events_result", sql`${t.result} in ('done', 'failed', 'refused')`),
  ],
);
