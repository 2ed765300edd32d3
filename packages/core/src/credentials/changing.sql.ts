import { now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { type Guesses, guessesDoc, guessSubject } from "../access/index.ts";
import { auditArm } from "../audit/index.ts";
import { hasSpent, nothingIsSpent, spendingArms } from "../budgets/index.ts";
import type { CoreContext } from "../context.ts";
import {
  type Customer,
  customerArm,
  customerDoc,
  customerParameters,
  type Identifier,
  type IdentifierForm,
  readIdentifier,
} from "../customers/index.ts";
import {
  type MessageTemplate,
  outboxArm,
  smsCountriesDoc,
  templatesDoc,
} from "../messages/index.ts";

const p = sql.placeholder;

/** The data read before a credential is changed. */
export type ChangeScene = {
  readonly customer: Customer | null;
  readonly hasPin: boolean;
  readonly refusesCommonPins: boolean;
  readonly guesses: Guesses | null;
  /** Templates of the notice to the customer; empty if the merchant wants none. */
  readonly noticeTemplates: readonly MessageTemplate[];
  /** Countries that may get text messages. */
  readonly smsCountries: readonly string[];
  /** `YYYY-MM-DD HH:MM` in the merchant's zone. */
  readonly time: string;
};

const load = statement<ChangeScene>(
  "load_change_scene",
  {
    customer: customerArm,
    merchant: sql`select * from merchants where id = ${p("merchantId")}::bigint`,
  },
  sql`json_build_object('customer', ${customerDoc},
    'hasPin', exists (select 1 from pins
      where merchant_id = ${p("merchantId")}::bigint and customer_id = (select id from customer)),
    'refusesCommonPins', (select pin_refuse_common from merchant),
    'guesses', ${guessesDoc},
    'noticeTemplates', ${templatesDoc(sql`(select notify_template_code from merchant where notify_credential_changes)`)},
    'smsCountries', ${smsCountriesDoc},
    'time', to_char(${now}
      at time zone (select timezone from merchant), 'YYYY-MM-DD HH24:MI'))`,
);

/** Reads a customer whose credential will be changed, and the merchant's settings for that. */
export function loadChangeScene(
  ctx: CoreContext,
  user: Identifier,
  forms: readonly IdentifierForm[],
): Promise<ChangeScene> {
  const { merchant } = ctx.caller;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    guessSubject: guessSubject(ctx.caller),
    ...customerParameters(readIdentifier(user, forms, merchant.country)),
  });
}

/** The arms after a change by the arm `changed`: its audit entry, and the customer's notice. */
export const afterChangeArms: Readonly<
  Record<"entry" | "affordable" | "wanted" | "spent" | "notice", SQL>
> = {
  entry: auditArm(sql`changed`),
  // a notice refused by one budget must not spend the others
  affordable: sql`select 1 from changed where ${nothingIsSpent}`,
  ...spendingArms(sql`affordable`),
  // a spent budget stops the notice, never the change
  notice: outboxArm(sql`changed`, now, sql`(exists (select 1 from affordable) and ${hasSpent})`),
};

const owned = sql`merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint`;

/**
 * The customer alone, for callers who need no proof. The lock waits for an anonymization in progress. That
 * leaves no row, so nothing more is written or sent for the person.
 */
export const customerAloneArm: SQL = sql`select id as customer_id from customers
  where merchant_id = ${p("merchantId")}::bigint and id = ${p("customerId")}::bigint
    and anonymized_at is null for key share`;

/** The row, if its verifier is still the one that was checked. */
export function verifierArm(table: "pins" | "passwords"): SQL {
  return sql`select customer_id from ${sql.identifier(table)}
    where ${owned} and verifier = ${p("verifier")}::text for update`;
}

/** Uses up the one-time password; only one of several parallel calls succeeds. */
export function usedOtpArm(purpose: "pin" | "password"): SQL {
  return sql`delete from one_time_passwords
    where ${owned} and purpose = ${sql.raw(`'${purpose}'`)} and mac = any (${p("macs")}::text::text[])
      and expires_at > ${now}
      and wrong_tries < (select otp_max_attempts from merchants where id = ${p("merchantId")}::bigint)
    returning customer_id`;
}

/** One-time passwords that a change voids. */
export function voidedOtpArm(purpose: "pin" | "password"): SQL {
  return sql`delete from one_time_passwords
    where ${owned} and purpose = ${sql.raw(`'${purpose}'`)} and exists (select 1 from changed)`;
}
