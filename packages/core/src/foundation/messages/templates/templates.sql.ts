import { oneOf, read, rowsOf, run, schema, statement } from "@stampbook/db";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { auditArm, auditParameters } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { smsCountriesDoc } from "../outbox/outbox.sql.ts";
import type { ApprovedTemplate, Channel, MessageTemplate, WrittenTemplate } from "../types.ts";

const { messageTemplates: templates, staffUsers } = schema;
const p = sql.placeholder;

/** The fields of a `MessageTemplate`. */
const templateFields = {
  code: templates.code,
  channel: oneOf<Channel>(templates.channel),
  subject: templates.subject,
  body: templates.body,
  html: templates.html,
  approved: sql<ApprovedTemplate | null>`${templates.approved}`,
};

/**
 * Returns SQL for the merchant's templates with a code, as a JSON list of `MessageTemplate`. Reads the
 * parameter `merchantId`.
 */
export function templatesDoc(code: SQL): SQL {
  return rowsOf(templates, { where: [eq(templates.code, code)] }).list(templateFields);
}

const list = read("list_message_templates", () =>
  rowsOf(templates, { where: [], orderBy: [asc(templates.code), asc(templates.channel)] }).list({
    ...templateFields,
    mjml: templates.mjml,
  }),
);

/** Returns the merchant's message templates, ordered by code and channel. */
export function listTemplates(ctx: CoreContext): Promise<readonly WrittenTemplate[]> {
  return run(ctx.db, list, { merchantId: ctx.caller.merchant.id });
}

const save = statement<null>(
  "save_message_template",
  {
    saved: sql`insert into message_templates as t
        (merchant_id, code, channel, subject, body, html, mjml, approved)
      values (${p("merchantId")}, ${p("code")}, ${p("channel")}, ${p("subject")}, ${p("body")},
        ${p("html")}, ${p("mjml")}, ${p("approved")})
      on conflict (merchant_id, code, channel) do update
        set subject = excluded.subject, body = excluded.body, html = excluded.html, mjml = excluded.mjml,
          approved = excluded.approved
      returning 1`,
    audit: auditArm(sql`saved`),
  },
  sql`null`,
);

/** Writes a template, with an audit entry. Replaces the template with the same code and channel. */
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
    gone: sql`delete from message_templates where merchant_id = ${p("merchantId")}
        and code = ${p("code")} and channel = ${p("channel")}
      returning 1`,
    audit: auditArm(sql`gone`),
  },
  sql`to_json(exists (select 1 from gone))`,
);

/** Deletes a template, with an audit entry. Returns false if there is no such template. */
async function deleteTemplate(
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
  sql`(select to_json(${staffUsers.email}) from ${staffUsers} where ${staffUsers.id} = ${p("userId")})`,
);

/** Reads the email address of a member of staff. Returns null if there is no such member. */
export function findStaffAddress(ctx: CoreContext, userId: string): Promise<string | null> {
  return run(ctx.db, address, { userId });
}

const countries = read("sms_countries", () => smsCountriesDoc as SQL<readonly string[]>);

/** Reads the countries to which the merchant's text messages may go. */
export function findSmsCountries(ctx: CoreContext): Promise<readonly string[]> {
  return run(ctx.db, countries, { merchantId: ctx.caller.merchant.id });
}

/**
 * Deletes a template of the merchant, with an audit entry. Throws `invalid_template_code` if there is no such
 * template.
 */
export async function removeTemplate(
  ctx: CoreContext,
  template: Pick<MessageTemplate, "code" | "channel">,
): Promise<void> {
  if (await deleteTemplate(ctx, template)) return;
  throw new Failure({
    code: "invalid_template_code",
    field: "code",
    message: `There is no message template "${template.code}" for ${template.channel}`,
  });
}
