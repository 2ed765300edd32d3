import { columnsOf } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { message } from "../../machinery/facts/index.ts";
import { fact } from "../../machinery/kernel/index.ts";
import { noticeColumns } from "../../people/customers/index.ts";
import type { Profile } from "./profile.rules.ts";

const types = {
  /** The `ProfileChange`. */
  asked: "json",
  mayIdentify: "boolean",
  /** The basis from which the next columns are computed. Null: they are not computed yet. */
  computedFrom: "json | null",
  /** New values by column. Null if nothing changes. */
  changes: "json | null",
  /** Entries of `customer_identifiers` to delete. */
  freed: "json",
  /** Whether an email, a mobile number or a Member ID changes. */
  hasIdentifiers: "boolean",
  /** Which new identifier is malformed: `email` or `memberId`. Null if neither is. */
  impossible: "text | null",
  /** The audit entry's details. */
  details: "json",
  ...noticeColumns,
} as const;

/**
 * What a change is computed from: the customer `u` as a `Profile`, and `extraData` as text, because JavaScript
 * rounds large numbers. In `jsonb`, so that two can be compared.
 */
export const basis = sql`jsonb_build_object('name', u.name, 'email', u.email, 'mobileNumber', u.mobile_number,
      'memberId', u.member_id, 'otherMemberIds', u.other_member_ids, 'gender', u.gender,
      'address', u.address, 'postalCode', u.postal_code, 'notes', u.notes, 'birthday', u.birthday,
      'allowNewsletters', u.allow_newsletters, 'allowSmsMarketing', u.allow_sms_marketing,
      'allowWhatsappMarketing', u.allow_whatsapp_marketing, 'registrationStatus', u.registration_status,
      'emailIsVerified', u.email_is_verified, 'phoneIsVerified', u.phone_is_verified,
      'extraData', u.extra_data::text)`;

/** Whether the change has to be computed, for the first time or because the profile has changed since. */
export const lacks = sql`p.lacks`;

/**
 * Whether the call asks for another identifier, or for another verification of one. The email of an earlier
 * version stays if its entry has the form in which the call sends it.
 */
export const identifies = sql`(
      coalesce(c.asked->>'mobileNumber', u.mobile_number) is distinct from u.mobile_number
      or coalesce(c.asked->>'memberId', u.member_id) is distinct from u.member_id
      or (coalesce(c.asked->>'email', u.email) is distinct from u.email
        and not exists (select 1 from customer_identifiers i where i.merchant_id = $1 and i.form = 'email'
          and i.value = c.asked->>'email' and i.customer_id = u.id and not i.is_reserved))
      or (u.email is not null and (c.asked->>'emailIsVerified')::boolean <> u.email_is_verified)
      or (u.mobile_number is not null and (c.asked->>'phoneIsVerified')::boolean <> u.phone_is_verified))`;

/** The member's profile, and what the notices of new identifiers need. A computed call has its notices. */
export const found = fact({
  call: types,
  joins: () => sql`
  cross join lateral (select x.basis, x.basis is distinct from c.computed_from::jsonb as lacks
    from (select ${basis} as basis offset 0) x offset 0) p${message.templatesJoin(sql`t.code = m.notify_template_code and m.notify_credential_changes
      and ${lacks}`)}`,
  keeps: { basis: sql`p.basis` },
  shows: {
    profile: sql<Profile | null>`case when u.id is not null then p.basis - 'extraData' end`,
    extraData: sql<string | null>`u.extra_data::text`,
    noticeTemplates: message.templates,
    smsCountries: message.smsCountries,
    time: sql<string>`to_char(c.now at time zone m.timezone, 'YYYY-MM-DD HH24:MI')`,
  },
});

/** A call's columns before the change is computed. */
export const notComputed = {
  ...{ computedFrom: null, changes: null, identifiers: [], freed: [], impossible: null },
  ...{ hasIdentifiers: false, notices: [], spendings: [], details: {} },
} as const;

/** New values by column, for the column `changes`. */
export function columnsOfChanges(
  changes: Readonly<Record<string, { readonly to: unknown }>>,
): unknown {
  return JSON.parse(columnsOf(changes));
}
