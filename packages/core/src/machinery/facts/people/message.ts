import { type SQL, sql } from "drizzle-orm";
import type { MessageTemplate } from "../../../foundation/messages/index.ts";

/** Joins the merchant's templates `t` that match `where`, one per channel. */
export const templatesJoin = (where: SQL) => sql`
  left join lateral (select json_agg(json_build_object('code', t.code, 'channel', t.channel,
      'subject', t.subject, 'body', t.body, 'html', t.html, 'approved', t.approved)) as list
    from message_templates t
    where t.merchant_id = $1 and ${where}) t on true`;

/** The joined templates. */
export const templates = sql<readonly MessageTemplate[]>`coalesce(t.list, '[]')`;

/** The countries that may get text messages. */
export const smsCountries = sql<
  readonly string[]
>`case when m.sms_countries = '{}' then array[m.country] else m.sms_countries end`;
