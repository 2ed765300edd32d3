import { clockArm, now, rowsOf, run, schema, statement } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { auditArm } from "../../foundation/audit/index.ts";
import { spendingArms, spentOrRefuse } from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import {
  type MessageTemplate,
  outboxArm,
  smsCountriesDoc,
  templatesDoc,
} from "../../foundation/messages/index.ts";
import { customerIf, lookupParameters, type SecretKind } from "../credentials/index.ts";
import { type Customer, customerArm, customerDoc, type Identifier } from "../customers/index.ts";

const { merchants, otpAllowances: allowances } = schema;
const p = sql.placeholder;

/** The data that the rules of a request check. */
export type OtpSeen = {
  readonly customer: Customer | null;
  /** Ages in seconds of earlier requests. */
  readonly requests: readonly number[];
  readonly requestsPerHour: number;
  readonly secondsToLive: number;
  /** Countries that may get text messages. */
  readonly smsCountries: readonly string[];
  /** The templates with the call's code, one per channel. */
  readonly templates: readonly MessageTemplate[];
};

const merchant = rowsOf(merchants, { where: [] });

/** The ages of the customer's earlier requests, in seconds. */
const requests = sql`(select coalesce(json_agg(extract(epoch from now - r)), '[]')
  from clock, unnest(${rowsOf(allowances, {
    where: [eq(allowances.customerId, sql`(select id from customer)`)],
  }).value(sql`${allowances.requestedAt}`)}) r)`;

const load = statement<OtpSeen>(
  "load_otp_request",
  {
    clock: clockArm,
    customer: customerArm,
  },
  sql`json_build_object('customer', ${customerDoc},
    'requests', ${requests},
    'requestsPerHour', ${merchant.value(sql`${merchants.otpRequestsPerHour}`)},
    'secondsToLive', ${merchant.value(sql`${merchants.otpTtlSeconds}`)},
    'smsCountries', ${smsCountriesDoc},
    'templates', ${templatesDoc(sql`${p("templateCode")}`)})`,
);

/** Reads a customer, by any form of identifier, with the data for a request for a one-time password. */
export function loadOtpRequest(
  ctx: CoreContext,
  user: Identifier,
  templateCode: string | null,
): Promise<OtpSeen> {
  return run(ctx.db, load, { ...lookupParameters(ctx, user), templateCode });
}

/**
 * Whether an earlier request `r` was made in the hour before the inserted one. Compares times without their
 * zone, because on distributed (Citus) tables ON CONFLICT allows only immutable expressions.
 */
const isRecent = sql`r at time zone 'UTC'
  > excluded.requested_at[1] at time zone 'UTC' - interval '1 hour'`;

/** The customer, unless the message's address is no longer theirs. */
const addresseeArm =
  customerIf(sql`(${p("messageId")}::text is null or ${p("messageRecipient")}::text
  = case ${p("messageChannel")}::text when 'email' then email else mobile_number end)`);

const make = statement<boolean>(
  "make_one_time_password",
  {
    clock: clockArm,
    merchant: sql`select * from merchants where id = ${p("merchantId")}`,
    customer: addresseeArm,
    allowed: sql`insert into otp_allowances as a (merchant_id, customer_id, requested_at)
      select ${p("merchantId")}, customer_id, array[now] from customer, clock
      on conflict (merchant_id, customer_id) do update set requested_at = array(
          select r from unnest(a.requested_at) r where ${isRecent} order by r) || excluded.requested_at
        where (select count(*) from unnest(a.requested_at) r where ${isRecent}) < ${p("requestsPerHour")}
      returning a.customer_id`,
    made: sql`insert into one_time_passwords as o (merchant_id, customer_id, purpose, mac, expires_at,
        sent_by, sent_to, created_at)
      select ${p("merchantId")}, customer_id, ${p("purpose")}, ${p("mac")},
        now + otp_ttl_seconds * interval '1 second', ${p("messageChannel")}, ${p("messageRecipient")}, now
      from allowed, merchant, clock
      on conflict (merchant_id, customer_id, purpose) do update set mac = excluded.mac,
        expires_at = excluded.expires_at, wrong_tries = 0, sent_by = excluded.sent_by,
        sent_to = excluded.sent_to, created_at = excluded.created_at
      returning o.customer_id, o.created_at`,
    message: outboxArm(sql`made`, sql`created_at`),
    ...spendingArms(sql`made`),
    entry: auditArm(sql`made`),
  },
  sql`to_json(case when ${spentOrRefuse} then exists (select 1 from made) end)`,
);

/**
 * Stores a new one-time password in place of the old one, queues its message and spends its budgets. Returns
 * false above the hourly limit, and for a customer who was anonymized, or whose address changed, meanwhile.
 * If a budget is spent, writes nothing and fails (`withinBudgets`).
 */
export function makeOtp(
  ctx: CoreContext,
  parameters: Readonly<Record<string, unknown>> & {
    readonly customerId: number;
    readonly purpose: SecretKind;
    readonly mac: string;
    /** The merchant's hourly limit, as `loadOtpRequest` read it. */
    readonly requestsPerHour: number;
  },
): Promise<boolean> {
  return run(ctx.db, make, parameters);
}

const isTryable = sql`merchant_id = ${p("merchantId")} and customer_id = ${p("customerId")}
  and purpose = ${p("purpose")} and expires_at > ${now}
  and wrong_tries < (select otp_max_attempts from merchants where id = ${p("merchantId")})`;
const keyOfMac = sql`split_part(mac, '.', 1)`;
const isOfKnownKey = sql`${keyOfMac} = any (${p("keyIds")})`;

/** The outcome of a try. Both are null if there is no one-time password that can be tried. */
type OtpTried = {
  readonly isRight: boolean | null;
  /** The id of the key with which it was made, if this process lacks that key. The try then does not count. */
  readonly unknownKey: string | null;
};

const tryOne = statement<OtpTried>(
  "try_one_time_password",
  {
    unknown: sql`select ${keyOfMac} as key from one_time_passwords
      where ${isTryable} and not ${isOfKnownKey}`,
    tried: sql`update one_time_passwords
      set wrong_tries = wrong_tries + case when mac = any (${p("macs")}) then 0 else 1 end
      where ${isTryable} and ${isOfKnownKey}
      returning mac = any (${p("macs")}) as is_right`,
  },
  sql`json_build_object('isRight', (select is_right from tried),
    'unknownKey', (select key from unknown))`,
);

/**
 * Tries a one-time password. The same statement counts a wrong try.
 */
export function tryOtp(
  ctx: CoreContext,
  {
    macs,
    ...owner
  }: {
    readonly customerId: number;
    readonly purpose: SecretKind;
    readonly macs: readonly string[];
  },
): Promise<OtpTried> {
  return run(ctx.db, tryOne, {
    ...owner,
    macs: `{${macs.join(",")}}`,
    keyIds: `{${ctx.secrets.keyIds.join(",")}}`,
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
  });
}

const clear = statement<boolean>(
  "clear_otp_allowance",
  {
    cleared: sql`delete from otp_allowances
      where merchant_id = ${p("merchantId")} and customer_id = ${p("customerId")}
      returning customer_id`,
    ...spendingArms(sql`cleared`),
    entry: auditArm(sql`cleared`),
  },
  sql`to_json(${spentOrRefuse})`,
);

/**
 * Deletes the record of the customer's earlier requests. If there is one, spends the budget of resets.
 * One-time passwords and their daily budgets stay unchanged.
 */
export async function clearOtpAllowance(
  ctx: CoreContext,
  parameters: Readonly<Record<string, unknown>> & { readonly customerId: number },
): Promise<void> {
  await run(ctx.db, clear, parameters);
}
