import {
  byName,
  columnName,
  columnsOf,
  isDatabaseError,
  json,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
} from "@stampbook/db";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import {
  auditArm,
  auditParameters,
  type changesOf,
  securityEventArm,
} from "../../foundation/audit/index.ts";
import { codeKeyOf } from "../../foundation/comparing.rules.ts";
import type { CoreContext } from "../../foundation/context.ts";
import type { Policy, StoreFields } from "./settings.rules.ts";
import type { SpecialDay } from "./special-days.rules.ts";

const { merchants, stores } = schema;
const p = sql.placeholder;

/** A store, all fields that staff can set, and its special days and slots, which are saved apart. */
export type StoreSettings = StoreFields & {
  readonly id: number;
  readonly specialDays: readonly SpecialDay[];
  readonly slotMinutes: number | null;
  readonly coversPerSlot: number | null;
};

/** Fields of a store's document, as staff see it. */
export const storeSettings = {
  id: stores.id,
  code: stores.code,
  name: stores.name,
  displayName: stores.displayName,
  area: stores.area,
  address: stores.address,
  phone: stores.phone,
  email: stores.email,
  timezone: stores.timezone,
  isActive: stores.isActive,
  largestParty: stores.largestParty,
  openingHours: stores.openingHours,
  specialDays: stores.specialDays,
  slotMinutes: stores.slotMinutes,
  coversPerSlot: stores.coversPerSlot,
};

const list = read("list_stores", () =>
  rowsOf(stores, { where: [], orderBy: [byName(stores.name), asc(stores.id)] }).list(storeSettings),
);

/** Returns all stores of the merchant with their settings. */
export function listStores(ctx: CoreContext): Promise<readonly StoreSettings[]> {
  return run(ctx.db, list, { merchantId: ctx.caller.merchant.id });
}

/** The data that the rules of a store check. `before` is null for a new store. */
type StoreSeen = {
  readonly before: StoreSettings | null;
  readonly codeTaken: boolean;
  /** Whether PostgreSQL knows the time zone. */
  readonly timezoneKnown: boolean;
};

type StoreInput = {
  readonly id: number | null;
  readonly codeKey: string;
  readonly timezone: string;
};

const load = read("load_store", (p: Parameters<StoreInput>) =>
  json({
    before: rowsOf(stores, { where: [eq(stores.id, p("id"))] }).one(storeSettings),
    codeTaken: rowsOf(stores, {
      where: [eq(stores.codeKey, p("codeKey")), sql`${stores.id} is distinct from ${p("id")}`],
    }).exists(),
    timezoneKnown: sql<boolean>`exists (select 1 from pg_timezone_names
      where lower(name) = lower(${p("timezone")}))`,
  }),
);

export function loadStore(
  ctx: CoreContext,
  id: number | null,
  { code, timezone }: StoreFields,
): Promise<StoreSeen> {
  return run(ctx.db, load, {
    merchantId: ctx.caller.merchant.id,
    id,
    codeKey: codeKeyOf(code),
    timezone,
  });
}

// the columns that staff can set; each is written from a parameter
const written = [
  stores.code,
  stores.codeKey,
  stores.name,
  stores.displayName,
  stores.area,
  stores.address,
  stores.phone,
  stores.email,
  stores.timezone,
  stores.isActive,
  stores.largestParty,
  stores.openingHours,
];
const names = sql.raw(written.map(columnName).join(", "));
const values = sql.join(
  written.map(({ name }) => p(name)),
  sql`, `,
);

const insert = statement<number>(
  "insert_store",
  {
    saved: sql`insert into stores as s (merchant_id, id, ${names})
      select ${p("merchantId")}, (select coalesce(max(id), 0) + 1 from stores), ${values}
      returning s.id`,
    audit: auditArm(sql`saved`),
  },
  sql`(select to_json(id) from saved)`,
);

const update = statement<number | null>(
  "update_store",
  {
    saved: sql`update stores set (${names}) = row(${values})
      where merchant_id = ${p("merchantId")} and id = ${p("id")}
      returning id`,
    audit: auditArm(sql`saved`),
  },
  sql`(select to_json(id) from saved)`,
);

/**
 * Writes a store and returns its id. A new store gets the highest id of all merchants' stores plus one.
 * Returns null if another call used that id or the code meanwhile.
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

const policySettings = {
  pinMaxAttempts: merchants.pinMaxAttempts,
  pinLifetimeAttempts: merchants.pinLifetimeAttempts,
  pinRefuseCommon: merchants.pinRefuseCommon,
  otpTtlSeconds: merchants.otpTtlSeconds,
  otpMaxAttempts: merchants.otpMaxAttempts,
  otpRequestsPerHour: merchants.otpRequestsPerHour,
  redemptionPinAuthorization: merchants.redemptionPinAuthorization,
  cashierCancelHours: merchants.cashierCancelHours,
  cashierSaleStamps: merchants.cashierSaleStamps,
  cashierSaleTotal: merchants.cashierSaleTotal,
  cashierStampsPerDay: merchants.cashierStampsPerDay,
  notifyCredentialChanges: merchants.notifyCredentialChanges,
  notifyTemplateCode: merchants.notifyTemplateCode,
  acceptTokenInMessage: merchants.acceptTokenInMessage,
  lockAfterMinutes: merchants.lockAfterMinutes,
  keepBookingsDays: merchants.keepBookingsDays,
  keepRefusalsDays: merchants.keepRefusalsDays,
  keepAuditDays: merchants.keepAuditDays,
  keepEventsDays: merchants.keepEventsDays,
  secondFactorRoles: merchants.secondFactorRoles,
  smsCountries: merchants.smsCountries,
  guessesPerMinute: merchants.guessesPerMinute,
  blockedPinsPerDay: merchants.blockedPinsPerDay,
  customersShownPerMinute: merchants.customersShownPerMinute,
  customersShownPerDay: merchants.customersShownPerDay,
  suggestionsPerMinute: merchants.suggestionsPerMinute,
};

const policy = read(
  "get_policy",
  () => rowsOf(merchants, { where: [] }).one(policySettings) as SQL<Policy>,
);

/** Returns the merchant's settings for security, messages and retention. */
export function getPolicy(ctx: CoreContext): Promise<Policy> {
  return run(ctx.db, policy, { merchantId: ctx.caller.merchant.id });
}

const policyNames = sql.raw(Object.values(policySettings).map(columnName).join(", "));

const savedPolicy = statement<Policy>(
  "save_policy",
  {
    saved: sql`update merchants m set (${policyNames}) =
        (select ${policyNames} from jsonb_populate_record(m, ${p("changes")}))
      where m.id = ${p("merchantId")}
      returning m.*`,
    audit: auditArm(sql`saved`),
    event: securityEventArm(sql`saved`, "policy-changed"),
  },
  sql`(select ${json(policySettings)} from saved as merchants)`,
);

/** Writes the changed settings with an audit entry. Returns all settings after the change. */
export async function updatePolicy(
  ctx: CoreContext,
  changes: ReturnType<typeof changesOf>,
): Promise<Policy> {
  const entry = { action: "settings.policy.update", subject: "policy", details: changes };
  const parameters = { ...(await auditParameters(ctx, entry)), changes: columnsOf(changes) };
  return run(ctx.db, savedPolicy, parameters);
}
