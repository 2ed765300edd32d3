import { clockArm, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditArm } from "../audit/index.ts";
import { spendingArms, spentOrRefuse } from "../budgets/index.ts";
import type { CoreContext } from "../context.ts";
import { customerAloneArm, lookupParameters, type SecretKind } from "../credentials/index.ts";
import { type Customer, customerArm, customerDoc, type Identifier } from "../customers/index.ts";
import {
  type MessageTemplate,
  outboxArm,
  smsCountriesDoc,
  templatesDoc,
} from "../messages/index.ts";

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

const load = statement<OtpSeen>(
  "load_otp_request",
  {
    clock: clockArm,
    customer: customerArm,
    allowance: sql`select * from otp_allowances
      where merchant_id = ${p("merchantId")}::bigint and customer_id = (select id from customer)`,
    merchant: sql`select * from merchants where id = ${p("merchantId")}::bigint`,
  },
  sql`json_build_object('customer', ${customerDoc},
    'requests', (select coalesce(json_agg(extract(epoch from now - r)), '[]')
      from allowance, clock, unnest(requested_at) r),
    'requestsPerHour', (select otp_requests_per_hour from merchant),
    'secondsToLive', (select otp_ttl_seconds from merchant),
    'smsCountries', ${smsCountriesDoc},
    'templates', ${templatesDoc(sql`${p("templateCode")}::text`)})`,
);

/** Reads a customer, by any form of identifier, with the data for a request for a one-time password. */
export function loadOtpRequest(
  ctx: CoreContext,
  user: Identifier,
  templateCode: string | null,
): Promise<OtpSeen> {
  return run(ctx.db, load, { ...lookupParameters(ctx, user), templateCode });
}

const make = statement<boolean>(
  "make_one_time_password",
  {
    clock: clockArm,
    merchant: sql`select * from merchants where id = ${p("merchantId")}::bigint`,
    customer: customerAloneArm,
    allowed: sql`insert into otp_allowances as a (merchant_id, customer_id, requested_at)
      select ${p("merchantId")}::bigint, customer_id, array[now] from customer, clock
      on conflict (merchant_id, customer_id) do update set requested_at = array(
          select r from unnest(a.requested_at) r
          where r > excluded.requested_at[1] - interval '1 hour' order by r) || excluded.requested_at
        where (select count(*) from unnest(a.requested_at) r
            where r > excluded.requested_at[1] - interval '1 hour')
          < (select otp_requests_per_hour from merchant)
      returning a.customer_id`,
    made: sql`insert into one_time_passwords as o (merchant_id, customer_id, purpose, mac, expires_at, created_at)
      select ${p("merchantId")}::bigint, customer_id, ${p("purpose")}::text, ${p("mac")}::text,
        now + otp_ttl_seconds * interval '1 second', now
      from allowed, merchant, clock
      on conflict (merchant_id, customer_id, purpose) do update set mac = excluded.mac,
        expires_at = excluded.expires_at, wrong_tries = 0, created_at = excluded.created_at
      returning o.customer_id, o.created_at`,
    message: outboxArm(sql`made`, sql`created_at`),
    ...spendingArms(sql`made`),
    entry: auditArm(sql`made`),
  },
  sql`to_json(case when ${spentOrRefuse} then exists (select 1 from made) end)`,
);

/**
 * Stores a new one-time password in place of the old one, queues its message and spends its budgets.
 * Returns false above the hourly limit, and for a customer who was anonymized meanwhile. A spent budget
 * refuses everything (`withinBudgets`).
 */
export function makeOtp(
  ctx: CoreContext,
  parameters: Readonly<Record<string, unknown>> & {
    readonly customerId: number;
    readonly purpose: SecretKind;
    readonly mac: string;
  },
): Promise<boolean> {
  return run(ctx.db, make, parameters);
}

const tryOne = statement<boolean | null>(
  "try_one_time_password",
  {
    tried: sql`update one_time_passwords
      set wrong_tries = wrong_tries + case when mac = any (${p("macs")}::text::text[]) then 0 else 1 end
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
        and purpose = ${p("purpose")}::text
        and expires_at > ${now}
        and wrong_tries < (select otp_max_attempts from merchants where id = ${p("merchantId")}::bigint)
      returning mac = any (${p("macs")}::text::text[]) as is_right`,
  },
  sql`(select to_json(is_right) from tried)`,
);

/** Compares and counts in one statement; null if there is no password to compare with. */
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
): Promise<boolean | null> {
  return run(ctx.db, tryOne, {
    ...owner,
    macs: `{${macs.join(",")}}`,
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
  });
}

const clear = statement<boolean>(
  "clear_otp_allowance",
  {
    cleared: sql`delete from otp_allowances
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
      returning customer_id`,
    ...spendingArms(sql`cleared`),
    entry: auditArm(sql`cleared`),
  },
  sql`to_json(${spentOrRefuse})`,
);

/** Clears the requests of the last hour; one-time passwords and daily budgets stay unchanged. */
export async function clearOtpAllowance(
  ctx: CoreContext,
  parameters: Readonly<Record<string, unknown>> & { readonly customerId: number },
): Promise<void> {
  await run(ctx.db, clear, parameters);
}
