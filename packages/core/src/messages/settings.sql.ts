import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditArm, auditParameters, inPeriod, isOlder } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../paging.ts";
import { isStaleCode, smsCountriesDoc } from "./outbox.sql.ts";
import type { Channel, MessageTemplate, WrittenTemplate } from "./types.ts";

const p = sql.placeholder;

const list = statement<readonly WrittenTemplate[]>(
  "list_message_templates",
  {},
  sql`(select coalesce(json_agg(json_build_object('code', t.code, 'channel', t.channel, 'subject', t.subject,
      'body', t.body, 'html', t.html, 'mjml', t.mjml,
      'approved', t.approved) order by t.code, t.channel), '[]')
    from message_templates t where t.merchant_id = ${p("merchantId")}::bigint)`,
);

export function selectTemplates(ctx: CoreContext): Promise<readonly WrittenTemplate[]> {
  return run(ctx.db, list, { merchantId: ctx.caller.merchant.id });
}

const save = statement<null>(
  "save_message_template",
  {
    saved: sql`insert into message_templates as t
        (merchant_id, code, channel, subject, body, html, mjml, approved)
      values (${p("merchantId")}::bigint, ${p("code")}::text, ${p("channel")}::text, ${p("subject")}::text,
        ${p("body")}::text, ${p("html")}::text, ${p("mjml")}::text, ${p("approved")}::text::jsonb)
      on conflict (merchant_id, code, channel) do update
        set subject = excluded.subject, body = excluded.body, html = excluded.html, mjml = excluded.mjml,
          approved = excluded.approved
      returning 1`,
    audit: auditArm(sql`saved`),
  },
  sql`null::json`,
);

/** Writes a template. Replaces the one with the same code and channel. */
export async function upsertTemplate(ctx: CoreContext, template: WrittenTemplate): Promise<void> {
  const { code, channel, subject, body, html, mjml, approved = null } = template;
  const entry = {
    action: "settings.messageTemplates.save",
    subject: `message template ${code}, ${channel}`,
    details: {
      subject,
      body,
      ...(mjml === "" ? { html } : { mjml }),
      ...(approved && { approved }),
    },
  };
  await run(ctx.db, save, {
    ...(await auditParameters(ctx, entry)),
    ...template,
    approved: approved && JSON.stringify(approved),
  });
}

const remove = statement<boolean>(
  "delete_message_template",
  {
    gone: sql`delete from message_templates where merchant_id = ${p("merchantId")}::bigint
        and code = ${p("code")}::text and channel = ${p("channel")}::text
      returning 1`,
    audit: auditArm(sql`gone`),
  },
  sql`(select to_json(exists (select 1 from gone)))`,
);

/** Deletes a template; false if there is none. */
export async function deleteTemplate(
  ctx: CoreContext,
  { code, channel }: Pick<MessageTemplate, "code" | "channel">,
): Promise<boolean> {
  const subject = `message template ${code}, ${channel}`;
  const entry = { action: "settings.messageTemplates.remove", subject };
  return run(ctx.db, remove, { ...(await auditParameters(ctx, entry)), code, channel });
}

const address = statement<string | null>(
  "staff_address",
  {},
  sql`(select to_json(u.email) from staff_users u where u.id = ${p("userId")}::text)`,
);

/** The email address of a member of staff. */
export function findStaffAddress(ctx: CoreContext, userId: string): Promise<string | null> {
  return run(ctx.db, address, { userId });
}

const countries = statement<readonly string[]>(
  "sms_countries",
  { merchant: sql`select * from merchants where id = ${p("merchantId")}::bigint` },
  smsCountriesDoc,
);

/** The countries that may get the merchant's text messages. */
export function findSmsCountries(ctx: CoreContext): Promise<readonly string[]> {
  return run(ctx.db, countries, { merchantId: ctx.caller.merchant.id });
}

/** A message of the outbox as staff see it, without its text. */
export type OutboxMessage = {
  readonly id: string;
  readonly kind: "otp" | "notice" | "staff";
  readonly channel: Channel;
  readonly templateCode: string;
  readonly recipient: string;
  readonly customer: { readonly id: number; readonly name: string } | null;
  readonly state: "waiting" | "sent" | "dead";
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: string;
  readonly nextAttemptAt: string;
  readonly endedAt: string | null;
  /** Whether it can be retried. */
  readonly isRetriable: boolean;
};

/** Filters of the outbox; null means all. Days are in the merchant's calendar and inclusive. */
export type OutboxFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly state: OutboxMessage["state"] | null;
  readonly channel: Channel | null;
  readonly customerId: number | null;
};

const outbox = statement<readonly Placed<OutboxMessage>[] | null>(
  "list_outbox",
  {
    page: sql`select o.*, hashtext(o.id)::bigint + 2147483648 as number from outbox_messages o
      where o.merchant_id = ${p("merchantId")}::bigint
        and ${isOlder(sql`o.created_at`, sql`hashtext(o.id)::bigint + 2147483648`)}
        and ${inPeriod(sql`o.created_at`)}
        and (${p("state")}::text is null or o.state = ${p("state")}::text)
        and (${p("channel")}::text is null or o.channel = ${p("channel")}::text)
        and (${p("customerId")}::bigint is null or o.customer_id = ${p("customerId")}::bigint)
      order by o.created_at desc, number desc limit ${p("limit")}::int + 1`,
  },
  sql`(select json_agg(json_build_object('id', o.id, 'kind', o.kind, 'channel', o.channel,
      'templateCode', o.template_code, 'recipient', o.recipient,
      'customer', case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end,
      'state', o.state, 'attempts', o.attempts, 'lastError', o.last_error, 'createdAt', o.created_at,
      'nextAttemptAt', o.next_attempt_at, 'endedAt', o.ended_at,
      'isRetriable', o.state = 'dead' and o.payload is not null and o.expires_at > ${now}
        and not ${isStaleCode},
      'place', json_build_object('key', o.created_at, 'id', o.number)) order by o.created_at desc, o.number desc)
    from page o left join customers c on c.merchant_id = ${p("merchantId")}::bigint and c.id = o.customer_id)`,
);

/**
 * A page of the outbox, newest first. Ids are texts, so a number computed from the id orders rows of
 * equal time.
 */
export async function selectOutbox(
  ctx: CoreContext,
  { after, limit, ...filter }: OutboxFilter & PageInput,
): Promise<Page<OutboxMessage>> {
  const { merchant } = ctx.caller;
  const rows = await run(ctx.db, outbox, {
    ...filter,
    ...placeParameters(after),
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    limit,
  });
  return pageOf(rows ?? [], limit);
}
