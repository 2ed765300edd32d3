import { now, rowsOf, run, schema, statement } from "@stampbook/db";
import { eq, type SQL, sql } from "drizzle-orm";
import { type Guesses, guessesDoc, guessParameters } from "../../entering/access/index.ts";
import { auditArm } from "../../foundation/audit/index.ts";
import { hasSpent, nothingIsSpent, spendingArms } from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import {
  type MessageTemplate,
  outboxArm,
  smsCountriesDoc,
  templatesDoc,
} from "../../foundation/messages/index.ts";
import {
  type Customer,
  customerArm,
  customerDoc,
  customerParameters,
  type Identifier,
  identifierForms,
  readIdentifier,
} from "../customers/index.ts";
import { type SecretKind, secretTables } from "./types.ts";

const { pins } = schema;
const p = sql.placeholder;

/** The data read before a PIN or password is changed. */
export type ChangeSeen = {
  readonly customer: Customer | null;
  readonly hasPin: boolean;
  readonly refusesCommonPins: boolean;
  readonly guesses: Guesses | null;
  /** Templates of the notice to the customer. Empty if the merchant sends no notices. */
  readonly noticeTemplates: readonly MessageTemplate[];
  /** Countries to which text messages may be sent. */
  readonly smsCountries: readonly string[];
  /** The current time, `YYYY-MM-DD HH:MM` in the merchant's zone. */
  readonly time: string;
};

const hasPin = rowsOf(pins, {
  where: [eq(pins.customerId, sql`(select id from customer)`)],
}).exists();

const load = statement<ChangeSeen>(
  "load_change",
  {
    customer: customerArm,
    merchant: sql`select * from merchants where id = ${p("merchantId")}`,
  },
  sql`json_build_object('customer', ${customerDoc},
    'hasPin', ${hasPin},
    'refusesCommonPins', (select pin_refuse_common from merchant),
    'guesses', ${guessesDoc},
    'noticeTemplates', ${templatesDoc(sql`(select notify_template_code from merchant where notify_credential_changes)`)},
    'smsCountries', ${smsCountriesDoc},
    'time', to_char(${now}
      at time zone (select timezone from merchant), 'YYYY-MM-DD HH24:MI'))`,
);

/** Reads the customer whose PIN or password will be changed, and the merchant's settings for the change. */
export function readChange(ctx: CoreContext, user: Identifier): Promise<ChangeSeen> {
  return run(ctx.db, load, lookupParameters(ctx, user));
}

/** The CTE that writes the audit entry if the CTE `changed` has a row. */
export const entryArm: SQL = auditArm(sql`changed`);

/** The CTEs after `changed`: the audit entry, and the notice to the customer. */
const afterChangeArms = {
  entry: entryArm,
  // if one budget refuses the notice, the other budgets must stay unspent
  affordable: sql`select 1 from changed where ${nothingIsSpent}`,
  ...spendingArms(sql`affordable`),
  // if a budget is spent, the change is still written, and the notice is queued as dead, so it is not sent
  notice: outboxArm(sql`changed`, now, sql`(exists (select 1 from affordable) and ${hasSpent})`),
};

const owned = sql`merchant_id = ${p("merchantId")} and customer_id = ${p("customerId")}`;

/**
 * Reads and locks the customer, if `condition` is true of the row. Waits for an anonymization in progress. The
 * anonymized customer is not returned, so nothing is written or sent for the person.
 */
export const customerIf = (condition: SQL): SQL => sql`select id as customer_id from customers
  where merchant_id = ${p("merchantId")} and id = ${p("customerId")}
    and anonymized_at is null and ${condition} for key share`;

/** Reads and locks the customer as `customerIf` does, for callers who need no proof. */
export const customerAloneArm: SQL = customerIf(sql`true`);

/**
 * The proof that must still be valid when a PIN or password is changed: none, a PIN or password that was
 * checked, or a one-time password.
 */
type ProofKind = "none" | SecretKind | "otp";

/** Returns a CTE that has a row, with the customer's id, only if the proof is still valid. */
function proofArm(kind: SecretKind, proof: ProofKind): SQL {
  if (proof === "none") return customerAloneArm;
  // if parallel calls use the same code, only one call deletes the row and so returns the customer
  if (proof === "otp")
    return sql`delete from one_time_passwords o using held c
    where o.customer_id = c.id and ${owned} and purpose = ${purposeOf(kind)} and mac = any (${p("macs")})
      and expires_at > ${now}
      and wrong_tries < (select otp_max_attempts from merchants where id = ${p("merchantId")})
    returning customer_id, sent_by, sent_to`;
  return sql`select customer_id from ${sql.identifier(secretTables[proof].name)}
    where ${owned} and verifier = ${p("verifier")} for update`;
}

/** Locks the customer before the one-time password, as a change of the customer's identifiers does. */
const heldArm = sql`select id from customers
  where merchant_id = ${p("merchantId")} and id = ${p("customerId")} and anonymized_at is null
  for no key update`;

/** Marks the email or mobile number to which the used one-time password was sent, if the customer has it still. */
const verifiedArm = sql`update customers c
  set email_is_verified = c.email_is_verified or x.sent_by = 'email',
    phone_is_verified = c.phone_is_verified or x.sent_by <> 'email'
  from proof x
  where c.merchant_id = ${p("merchantId")} and c.id = x.customer_id and exists (select 1 from changed)
    and x.sent_to = case x.sent_by when 'email' then c.email else c.mobile_number end`;

/** Writes `newVerifier` for the customer of the CTE `proof`. Resets the wrong and the undecided tries. */
function writtenArm(kind: SecretKind): SQL {
  const { name, counts } = secretTables[kind];
  const zeros = counts.map((column) => sql`${sql.identifier(column)} = 0`);
  return sql`insert into ${sql.identifier(name)} as x (merchant_id, customer_id, verifier)
    select ${p("merchantId")}, customer_id, ${p("newVerifier")} from proof
    on conflict (merchant_id, customer_id) do update set verifier = excluded.verifier,
      ${sql.join(zeros, sql`, `)}, last_wrong_at = null, deciding = '{}'
    returning x.customer_id`;
}

/**
 * Returns the CTEs that set or replace a PIN or password. If the proof is still valid, `changed` writes the
 * new verifier. Other CTEs delete the one-time password for such a change, or mark the address to which the used
 * one was sent as verified, write an audit entry, and queue the notice. `ended` are additional CTEs, which end authorizations made with the old PIN.
 */
export function changingArms(
  kind: SecretKind,
  proof: ProofKind,
  ended: Readonly<Record<string, SQL>> = {},
): Readonly<Record<string, SQL>> {
  const voided = sql`delete from one_time_passwords
    where ${owned} and purpose = ${purposeOf(kind)} and exists (select 1 from changed)`;
  const isByOtp = proof === "otp";
  return {
    ...(isByOtp && { held: heldArm }),
    proof: proofArm(kind, proof),
    changed: writtenArm(kind),
    ...ended,
    ...(isByOtp ? { verified: verifiedArm } : { voided }),
    ...afterChangeArms,
  };
}

/** Whether the CTE `changed` wrote a PIN or password. */
export const hasChanged: SQL = sql`to_json(exists (select 1 from changed))`;

/**
 * The proof of each way to change a PIN or password: the verifier that was checked, or the one-time password.
 */
export type Proof = {
  readonly set: Readonly<Record<never, never>>;
  readonly change: { readonly verifier: string };
  readonly resetByPassword: { readonly verifier: string };
  /** Hashes of the one-time password, one for each secret key (`otpMacs`). One must equal the stored hash. */
  readonly resetByOtp: { readonly macs: readonly string[] };
};

/** The parameters that `changingArms` reads for a proof. */
export function proofParameters(proof: Proof[keyof Proof]): Readonly<Record<string, string>> {
  return "macs" in proof ? { macs: `{${proof.macs.join(",")}}` } : proof;
}

const purposeOf = (kind: SecretKind) => sql.raw(`'${kind}'`);

/** Returns the parameters of a statement that looks up a customer and the caller's recent wrong guesses. */
export function lookupParameters(ctx: CoreContext, user: Identifier) {
  const { merchant } = ctx.caller;
  return {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...guessParameters(ctx),
    ...customerParameters(readIdentifier(user, identifierForms, merchant.country)),
  };
}
