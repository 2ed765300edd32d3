import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { createdAt, id, merchantId, moment } from "./columns.ts";
import { customers } from "./customers.ts";
import { merchants } from "./merchants.ts";

/** A merchant's own texts, one for each code and channel. */
export const messageTemplates = pgTable(
  "message_templates",
  {
    merchantId: merchantId().references(() => merchants.id),
    code: text().notNull(),
    /** email, sms, whatsapp */
    channel: text().notNull(),
    subject: text().notNull().default(""),
    body: text().notNull(),
    /** For emails that have more than text; empty: text alone. */
    html: text().notNull().default(""),
    /** What `html` was compiled from; empty: it was written by hand. */
    mjml: text().notNull().default(""),
    /** What the provider sends in place of the body: `{ name, language, parameters, button }`. */
    approved: jsonb(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.code, t.channel] }),
    check("message_templates_channel", sql`${t.channel} in ('email', 'sms', 'whatsapp')`),
    check("message_templates_approved", sql`${t.channel} = 'whatsapp' or ${t.approved} is null`),
    check("message_templates_mjml", sql`${t.channel} = 'email' or ${t.mjml} = ''`),
  ],
);

/**
 * Messages to customers and staff, written in the statement that they tell of and sent later. The text is
 * sealed with a key outside the database, and gone as soon as nobody will send it any more: once it
 * is sent, or pointless. Until then staff can have a dead one tried again.
 */
export const outboxMessages = pgTable(
  "outbox_messages",
  {
    merchantId: merchantId(),
    /** Random; providers are told it, so that they can recognise a message that comes again. */
    id: text().notNull(),
    /** Null: it is for staff. */
    customerId: id(),
    /** otp, notice, staff */
    kind: text().notNull(),
    channel: text().notNull(),
    templateCode: text().notNull(),
    /** An email address, or a mobile number in E.164. */
    recipient: text().notNull(),
    payload: text(),
    /** waiting, sent, dead */
    state: text().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** Not before; whoever sends it moves this to the end of their lease. */
    nextAttemptAt: moment().notNull(),
    lease: text(),
    /** Pointless from then on. */
    expiresAt: moment().notNull(),
    /** Why the last attempt failed, in our own words. */
    lastError: text(),
    /** What the provider calls it. */
    providerId: text(),
    createdAt: createdAt(),
    endedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    index("outbox_messages_due")
      .on(t.merchantId, t.channel, t.nextAttemptAt)
      .where(sql`${t.state} = 'waiting'`),
    index("outbox_messages_time").on(t.merchantId, t.createdAt, t.id),
    index("outbox_messages_customer").on(t.merchantId, t.customerId),
    check("outbox_messages_channel", sql`${t.channel} in ('email', 'sms', 'whatsapp')`),
    check("outbox_messages_kind", sql`${t.kind} in ('otp', 'notice', 'staff')`),
    check("outbox_messages_state", sql`${t.state} in ('waiting', 'sent', 'dead')`),
    check(
      "outbox_messages_ended",
      sql`(${t.state} <> 'waiting' or ${t.payload} is not null) and (${t.state} <> 'sent' or ${t.payload} is null)
        and (${t.state} = 'waiting') = (${t.endedAt} is null)`,
    ),
  ],
);
