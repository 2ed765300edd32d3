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

/** A merchant's message texts, one per code and channel. */
export const messageTemplates = pgTable(
  "message_templates",
  {
    merchantId: merchantId().references(() => merchants.id),
    code: text().notNull(),
    /** email, sms, whatsapp */
    channel: text().notNull(),
    subject: text().notNull().default(""),
    body: text().notNull(),
    /** HTML of an email; empty for text only. */
    html: text().notNull().default(""),
    /** The source from which `html` was compiled; empty if it was written by hand. */
    mjml: text().notNull().default(""),
    /**
     * A WhatsApp template that the provider approved, sent instead of the body: `{ name, language,
     * parameters, button }`.
     */
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
 * Messages to customers and staff. The statement that makes a change also writes the message about the
 * change. The message is sent later. Its text (`payload`) is sealed with a key outside the database, and
 * deleted after sending or expiry. Until then, staff can retry a dead message.
 */
export const outboxMessages = pgTable(
  "outbox_messages",
  {
    merchantId: merchantId(),
    /** Random; sent to the provider, so that it can recognize a repeated message. */
    id: text().notNull(),
    /** Null for a message to staff, or to the guest of a booking. */
    customerId: id(),
    /** otp, notice, booking, staff */
    kind: text().notNull(),
    channel: text().notNull(),
    templateCode: text().notNull(),
    /** An email address, or a mobile number in E.164. */
    recipient: text().notNull(),
    payload: text(),
    /** waiting, sent, dead */
    state: text().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /**
     * When the next attempt may start. A sender that takes the message moves this to the end of its lease.
     */
    nextAttemptAt: moment().notNull(),
    lease: text(),
    /** After this moment the message is useless and is not sent. */
    expiresAt: moment().notNull(),
    /** Why the last attempt failed, or why the message is dead. Never contains the provider's text. */
    lastError: text(),
    /** The provider's id of the message. */
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
    check("outbox_messages_kind", sql`${t.kind} in ('otp', 'notice', 'booking', 'staff')`),
    check("outbox_messages_state", sql`${t.state} in ('waiting', 'sent', 'dead')`),
    check(
      "outbox_messages_ended",
      sql`(${t.state} <> 'waiting' or ${t.payload} is not null) and (${t.state} <> 'sent' or ${t.payload} is null)
        and (${t.state} = 'waiting') = (${t.endedAt} is null)`,
    ),
  ],
);
