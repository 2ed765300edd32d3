import { guessColumns, guessesJson, guessLookup, mayGuess } from "../../entering/access/index.ts";
import { batchStatement, type CallOf, columnsOf } from "../../foundation/writing/index.ts";
import { store } from "../../machinery/facts/index.ts";
import { textOf } from "../../machinery/kernel/index.ts";
import {
  type AddDone,
  type AdditionParts,
  type AddSeen,
  additionArms,
  additionColumns,
  noticeColumns,
  noticeText,
} from "../../people/customers/index.ts";
import type { RegistrationSeen } from "./register-member.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "members.register";

const types = {
  ...additionColumns,
  ...guessColumns,
  postalCode: "text",
  isActive: "boolean",
  emailIsVerified: "boolean",
  phoneIsVerified: "boolean",
  /** Null: the merchant's setting for new members. */
  allowNewsletters: "boolean | null",
  allowSmsMarketing: "boolean | null",
  allowWhatsappMarketing: "boolean | null",
  /** `Full` or `Partial`. */
  registrationStatus: "text",
  registrationMethod: "text | null",
  employeeCode: "text | null",
  extraData: "json | null",
  hasStore: "boolean",
  storeId: "bigint | null",
  storeCode: "text",
  /** The stores that the caller may act in; null is all. */
  allowedStores: "bigint[] | null",
  /** The referral code of another member. */
  referredBy: "text | null",
  /** The code of the template for the message to the member; null for no message. */
  messageTemplate: "text | null",
  ...noticeColumns,
  /** Whether verifiers or the message are still missing. The statement then only reads. */
  isIncomplete: "boolean",
  passwordVerifier: "text | null",
  pinVerifier: "text | null",
} as const;

/** The values that the statement gets for one call. */
export type RegistrationCall = CallOf<typeof types>;

/** Whether the store exists, is one of the caller's and is active. */
const isUsable = Object.values(store.checks)
  .map(({ holds }) => `(${textOf(holds(null))})`)
  .join(" and ");

/**
 * Joins `r`, the member who has the referral code. If imported members share a code, joins the member with
 * the lowest id.
 */
const referrer = `
  left join lateral (select r.customer_id from memberships r
    where r.merchant_id = $1 and r.referral_code = c.referred_by and r.referral_code <> ''
    order by r.customer_id limit 1) r on true`;

/** Joins the templates of the message, as a list of `MessageTemplate`. */
const templates = `
  left join lateral (select json_agg(json_build_object('code', t.code, 'channel', t.channel,
      'subject', t.subject, 'body', t.body, 'html', t.html, 'approved', t.approved)) as list
    from message_templates t
    where t.merchant_id = $1 and t.code = c.message_template) templates on true`;

const parts: AdditionParts = {
  operation,
  lookups: (form) =>
    `${textOf(store.found.joins(form))}${templates}${referrer}${guessLookup(form)}`,
  columns: `, ${textOf(store.found.shows.store)} as store, s.id as store_id, r.customer_id as referrer_id,
    ${guessesJson} as guesses, m.pin_refuse_common, m.marketing_default,
    coalesce(templates.list, '[]') as templates,
    case when m.sms_countries = '{}' then array[m.country] else m.sms_countries end as sms_countries`,
  passes: `
      and (not c.has_store or (${isUsable}))
      and (c.referred_by is null or r.customer_id is not null)
      and not c.is_incomplete and ${mayGuess}`,
  seen: `, 'store', b.store, 'hasReferrer', b.referrer_id is not null, 'guesses', b.guesses,
    'refusesCommonPins', b.pin_refuse_common, 'templates', b.templates, 'smsCountries', b.sms_countries`,
  customer: {
    columns: `, postal_code, is_active, email_is_verified, phone_is_verified, allow_newsletters, allow_sms_marketing,
    allow_whatsapp_marketing, registration_status, registration_method, registering_store_id,
    registering_employee_code, referrer_id, extra_data`,
    values: `, c.postal_code, c.is_active,
    c.email_is_verified, c.phone_is_verified,
    coalesce(c.allow_newsletters, b.marketing_default), coalesce(c.allow_sms_marketing, b.marketing_default),
    coalesce(c.allow_whatsapp_marketing, b.marketing_default), c.registration_status,
    c.registration_method, b.store_id, c.employee_code, b.referrer_id, c.extra_data`,
  },
  arms: `
password as (
  insert into passwords as pw (merchant_id, customer_id, verifier)
  select $1, w.customer, c.password_verifier from written w join calls c on c.n = w.n
  where c.password_verifier is not null
  returning pw.customer_id
),
pin as (
  insert into pins as pin (merchant_id, customer_id, verifier)
  select $1, w.customer, c.pin_verifier from written w join calls c on c.n = w.n
  where c.pin_verifier is not null
  returning pin.customer_id
),${noticeText("written", "customer")},`,
};

/**
 * Registers members. A call is done if it meets the conditions of `additionArms` and these:
 * - If it names a store, the store is active and the caller may act there.
 * - If it names a referral code, a member has it.
 * - Its verifiers and message are made.
 * - Its caller has guesses left in this minute.
 */
export const registrations = batchStatement<RegistrationCall, AddSeen & RegistrationSeen, AddDone>(
  "register_members",
  columnsOf(types),
  (form) => additionArms(parts, form),
);
