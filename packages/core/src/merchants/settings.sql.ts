import { columnsOf, isDatabaseError, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditArm, auditParameters, type changesOf, securityEventArm } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { codeKeyOf } from "./code.rules.ts";
import type { Policy, StoreFields } from "./settings.rules.ts";

const p = sql.placeholder;

/** A store with all its settings. */
export type StoreSettings = StoreFields & { readonly id: number };

const storeDoc = sql`json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'timezone', s.timezone,
  'isActive', s.is_active, 'largestParty', s.largest_party, 'openingHours', s.opening_hours)`;

const list = statement<readonly StoreSettings[]>(
  "list_stores",
  {},
  sql`(select coalesce(json_agg(${storeDoc} order by s.name, s.id), '[]') from stores s
    where s.merchant_id = ${p("merchantId")}::bigint)`,
);

export function selectStores(ctx: CoreContext): Promise<readonly StoreSettings[]> {
  return run(ctx.db, list, { merchantId: ctx.caller.merchant.id });
}

/** The data that the rules of a store check. */
export type StoreScene = {
  readonly before: StoreSettings | null;
  readonly codeTaken: boolean;
  /** Whether the database knows it too. */
  readonly timezoneKnown: boolean;
};

const scene = statement<StoreScene>(
  "load_store_scene",
  {},
  sql`json_build_object(
    'before', (select ${storeDoc} from stores s
      where s.merchant_id = ${p("merchantId")}::bigint and s.id = ${p("id")}::bigint),
    'codeTaken', exists (select 1 from stores s where s.merchant_id = ${p("merchantId")}::bigint
      and s.code_key = ${p("codeKey")}::text and s.id is distinct from ${p("id")}::bigint),
    'timezoneKnown', exists (select 1 from pg_timezone_names where lower(name) = lower(${p("timezone")}::text)))`,
);

export function loadStoreScene(
  ctx: CoreContext,
  id: number | null,
  { code, timezone }: StoreFields,
): Promise<StoreScene> {
  return run(ctx.db, scene, {
    merchantId: ctx.caller.merchant.id,
    id,
    codeKey: codeKeyOf(code),
    timezone,
  });
}

const insert = statement<number>(
  "insert_store",
  {
    saved: sql`insert into stores as s (merchant_id, id, code, code_key, name, timezone, is_active, largest_party, opening_hours)
      select ${p("merchantId")}::bigint, (select coalesce(max(id), 0) + 1 from stores), ${p("code")}::text,
        ${p("codeKey")}::text, ${p("name")}::text, ${p("timezone")}::text, ${p("isActive")}::boolean,
        ${p("largestParty")}::int, ${p("openingHours")}::text::jsonb
      returning s.id`,
    audit: auditArm(sql`saved`),
  },
  sql`(select to_json(id) from saved)`,
);

const update = statement<number | null>(
  "update_store",
  {
    saved: sql`update stores set code = ${p("code")}::text, code_key = ${p("codeKey")}::text,
        name = ${p("name")}::text, timezone = ${p("timezone")}::text, is_active = ${p("isActive")}::boolean,
        largest_party = ${p("largestParty")}::int, opening_hours = ${p("openingHours")}::text::jsonb
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("id")}::bigint
      returning id`,
    audit: auditArm(sql`saved`),
  },
  sql`(select to_json(id) from saved)`,
);

/**
 * Writes a store. A new one gets the next id of all merchants' stores. Returns null if an id or the
 * code was taken meanwhile.
 */
export async function saveStoreRow(
  ctx: CoreContext,
  id: number | null,
  fields: StoreFields,
  details: Readonly<Record<string, unknown>>,
): Promise<number | null> {
  const subject = id === null ? `store ${fields.code}` : `store ${id}`;
  const action = `settings.stores.${id === null ? "create" : "update"}`;
  const parameters = {
    ...(await auditParameters(ctx, { action, subject, details })),
    ...fields,
    codeKey: codeKeyOf(fields.code),
    openingHours: fields.openingHours && JSON.stringify(fields.openingHours),
    id,
  };
  return run(ctx.db, id === null ? insert : update, parameters).catch((error: unknown) => {
    if (isDatabaseError(error) && error.code === "23505") return null;
    throw error;
  });
}

const policyDoc = sql`json_build_object('pinMaxAttempts', pin_max_attempts, 'pinLifetimeAttempts', pin_lifetime_attempts,
      'pinRefuseCommon', pin_refuse_common, 'otpTtlSeconds', otp_ttl_seconds,
      'otpMaxAttempts', otp_max_attempts, 'otpRequestsPerHour', otp_requests_per_hour,
      'redemptionPinAuthorization', redemption_pin_authorization, 'cashierCancelHours', cashier_cancel_hours,
      'notifyCredentialChanges', notify_credential_changes, 'notifyTemplateCode', notify_template_code,
      'keepBookingsDays', keep_bookings_days, 'keepRefusalsDays', keep_refusals_days,
      'keepAuditDays', keep_audit_days, 'keepEventsDays', keep_events_days,
      'secondFactorRoles', second_factor_roles, 'smsCountries', sms_countries)`;

const policy = statement<Policy>(
  "get_policy",
  {},
  sql`(select ${policyDoc} from merchants where id = ${p("merchantId")}::bigint)`,
);

export function selectPolicy(ctx: CoreContext): Promise<Policy> {
  return run(ctx.db, policy, { merchantId: ctx.caller.merchant.id });
}

const savedPolicy = statement<Policy>(
  "save_policy",
  {
    saved: sql`update merchants m set (pin_max_attempts, pin_lifetime_attempts, pin_refuse_common,
        otp_ttl_seconds, otp_max_attempts, otp_requests_per_hour, redemption_pin_authorization,
        cashier_cancel_hours, notify_credential_changes, notify_template_code, keep_bookings_days,
        keep_refusals_days, keep_audit_days, keep_events_days, second_factor_roles, sms_countries) =
        (select x.pin_max_attempts, x.pin_lifetime_attempts, x.pin_refuse_common, x.otp_ttl_seconds,
          x.otp_max_attempts, x.otp_requests_per_hour, x.redemption_pin_authorization,
          x.cashier_cancel_hours, x.notify_credential_changes, x.notify_template_code,
          x.keep_bookings_days, x.keep_refusals_days, x.keep_audit_days, x.keep_events_days,
          x.second_factor_roles, x.sms_countries
        from jsonb_populate_record(m, ${p("changes")}::text::jsonb) x)
      where m.id = ${p("merchantId")}::bigint
      returning m.*`,
    audit: auditArm(sql`saved`),
    event: securityEventArm(sql`saved`, "policy-changed"),
  },
  sql`(select ${policyDoc} from saved)`,
);

/** Writes only the changed fields, with the audit entry; returns all settings after the change. */
export async function updatePolicy(
  ctx: CoreContext,
  changes: ReturnType<typeof changesOf>,
): Promise<Policy> {
  const entry = { action: "settings.policy.update", subject: "policy", details: changes };
  const parameters = { ...(await auditParameters(ctx, entry)), changes: columnsOf(changes) };
  return run(ctx.db, savedPolicy, parameters);
}
