import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, merchantId } from "./columns.ts";
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
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.code, t.channel] }),
    check("message_templates_channel", sql`${t.channel} in ('email', 'sms', 'whatsapp')`),
  ],
);
