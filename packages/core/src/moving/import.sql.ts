import { type Db, inTransaction, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreDeps } from "../context.ts";
import { codeKeyOf } from "../merchants/index.ts";
import type { Moved, MovedKind, MovedMerchant } from "./import.rules.ts";
import type { NextIds } from "./next-ids.rules.ts";

const p = sql.placeholder;
const merchantId = p("merchantId");
/** Sent as text and cast, because the database drivers encode json parameters differently. */
const rows = sql`${p("rows")}::text::json`;

/** Runs `work` in one transaction. `work` must use only the handle that it is passed. */
export function togetherOrNotAtAll<Result>(db: Db, work: (tx: Db) => Promise<Result>) {
  return inTransaction(db, work);
}

const insertedMerchant = statement<void>(
  "import_merchant",
  {
    inserted: sql`insert into merchants (id, name, country, timezone, currency, pin_max_attempts,
        pin_lifetime_attempts, pin_refuse_common, otp_ttl_seconds, otp_max_attempts,
        otp_requests_per_hour, redemption_pin_authorization, cashier_cancel_hours,
        notify_credential_changes, notify_template_code, keep_bookings_days, keep_refusals_days,
        keep_audit_days, keep_events_days, second_factor_roles, sms_countries,
        accept_token_in_message, lock_after_minutes, one_redemption_per_invoice, partial_may_redeem, member_id_prefix,
        marketing_default, earn_amount, earn_stamps, earn_on, earn_max_per_transaction,
        earn_max_per_day, accept_stamps_from_pos, stamps_valid_days, guesses_per_minute,
        blocked_pins_per_day, customers_shown_per_minute, customers_shown_per_day,
        suggestions_per_minute, cashier_sale_stamps, cashier_sale_total,
        cashier_stamps_per_day)
      select * from json_to_record(${rows}) as x (id bigint, name text, country text,
        timezone text, currency text, "pinMaxAttempts" int, "pinLifetimeAttempts" int,
        "pinRefuseCommon" boolean, "otpTtlSeconds" int, "otpMaxAttempts" int,
        "otpRequestsPerHour" int, "redemptionPinAuthorization" boolean,
        "cashierCancelHours" int, "notifyCredentialChanges" boolean, "notifyTemplateCode" text,
        "keepBookingsDays" int, "keepRefusalsDays" int, "keepAuditDays" int, "keepEventsDays" int,
        "secondFactorRoles" text[], "smsCountries" text[], "acceptTokenInMessage" boolean,
        "lockAfterMinutes" int,
        "oneRedemptionPerInvoice" boolean, "partialMayRedeem" boolean, "memberIdPrefix" text,
        "marketingDefault" boolean, "earnAmount" numeric(14, 2), "earnStamps" bigint,
        "earnOn" text, "earnMaxPerTransaction" bigint, "earnMaxPerDay" bigint,
        "acceptStampsFromPos" boolean, "stampsValidDays" int, "guessesPerMinute" int,
        "blockedPinsPerDay" int, "customersShownPerMinute" int, "customersShownPerDay" int,
        "suggestionsPerMinute" int, "cashierSaleStamps" int, "cashierSaleTotal" int,
        "cashierStampsPerDay" int)`,
  },
  sql`null`,
);

/** Inserts the merchant. */
export async function insertMerchant(db: Db, merchant: MovedMerchant): Promise<void> {
  await run(db, insertedMerchant, { rows: JSON.stringify(merchant) });
}

const insertedLevels = statement<void>(
  "import_levels",
  {
    inserted: sql`insert into levels
        (merchant_id, level, name, earn_multiplier, spending_to_reach, keep_months)
      select ${merchantId}, * from json_to_recordset(${rows}) as x (level int, name text,
        "earnMultiplier" numeric(5, 2), "spendingToReach" numeric(14, 2), "keepMonths" int)`,
  },
  sql`null`,
);

const insertedStores = statement<void>(
  "import_stores",
  {
    inserted: sql`insert into stores
        (merchant_id, id, code, code_key, name, timezone, is_active, largest_party, opening_hours)
      select ${merchantId}, * from json_to_recordset(${rows}) as x (id bigint, code text,
        "codeKey" text, name text, timezone text, "isActive" boolean, "largestParty" int, "openingHours" jsonb)`,
  },
  sql`null`,
);

const insertedPaymentMethods = statement<void>(
  "import_payment_methods",
  {
    inserted: sql`insert into payment_methods (merchant_id, code_key, code, name, earns)
      select ${merchantId}, * from json_to_recordset(${rows}) as x ("codeKey" text, code text,
        name text, earns boolean)`,
  },
  sql`null`,
);

const insertedMessageTemplates = statement<void>(
  "import_message_templates",
  {
    inserted: sql`insert into message_templates
        (merchant_id, code, channel, subject, body, html, mjml, approved)
      select ${merchantId}, * from json_to_recordset(${rows}) as x (code text, channel text,
        subject text, body text, html text, mjml text, approved jsonb)`,
  },
  sql`null`,
);

/** Inserts levels, stores, methods of payment and message templates. */
export const insertSettings = {
  levels: (db: Db, id: number, rows: readonly Moved["levels"][]) =>
    run(db, insertedLevels, { merchantId: id, rows: JSON.stringify(rows) }),
  stores: (db: Db, id: number, rows: readonly Moved["stores"][]) =>
    run(db, insertedStores, { merchantId: id, rows: JSON.stringify(rows.map(withCodeKey)) }),
  paymentMethods: (db: Db, id: number, rows: readonly Moved["paymentMethods"][]) =>
    run(db, insertedPaymentMethods, {
      merchantId: id,
      rows: JSON.stringify(rows.map(withCodeKey)),
    }),
  messageTemplates: (db: Db, id: number, rows: readonly Moved["messageTemplates"][]) =>
    run(db, insertedMessageTemplates, { merchantId: id, rows: JSON.stringify(rows) }),
};

/** Returns the row with `codeKey`, the form in which its code is looked up. Null if the code is empty. */
export function withCodeKey<Row extends { readonly code: string }>(row: Row) {
  return { ...row, codeKey: row.code === "" ? null : codeKeyOf(row.code) };
}

const insertedCounters = statement<void>(
  "import_counters",
  {
    inserted: sql`insert into id_counters (merchant_id, kind, next_id)
      select ${merchantId}, key, value::bigint from json_each_text(${rows})`,
  },
  sql`null`,
);

/** Sets the id counters, so that new ids are higher than the imported ids. */
export async function insertCounters(db: Db, id: number, next: NextIds): Promise<void> {
  await run(db, insertedCounters, {
    merchantId: id,
    rows: JSON.stringify(Object.fromEntries(next)),
  });
}

const insertedFile = statement<void>(
  "import_file",
  {
    inserted: sql`insert into imported_files (merchant_id, digest)
      values (${merchantId}, ${p("digest")})`,
  },
  sql`null`,
);

/** Stores the digest of the merchant's file. A second import of the same file then changes nothing. */
export async function insertImportedFile(db: Db, id: number, digest: string): Promise<void> {
  await run(db, insertedFile, { merchantId: id, digest });
}

const importedFile = statement<boolean>(
  "imported_file",
  {},
  sql`exists (select 1 from imported_files
    where merchant_id = ${merchantId} and digest = ${p("digest")})`,
);

/**
 * Returns whether an earlier import of the same file created this merchant. `digest` is the SHA-256 of the
 * file.
 */
export function findImportedFile(
  { db }: CoreDeps,
  file: { readonly merchantId: number; readonly digest: string },
): Promise<boolean> {
  return run(db, importedFile, file);
}

/** The values of a file that are already in the database, and time zones that PostgreSQL does not know. */
export type ImportClashes = {
  readonly merchantIsKnown: boolean;
  readonly storeIds: readonly number[];
  readonly tokenHashes: readonly string[];
  readonly unknownTimezones: readonly string[];
  /** The database's time, to which moments in the file are compared. */
  readonly now: string;
};

/**
 * Values of a file to look up: ids and hashes that must be unused, and time zones that PostgreSQL must know.
 */
export type ImportClaims = {
  readonly merchantId: number;
  readonly storeIds: readonly number[];
  readonly tokenHashes: readonly string[];
  readonly timezones: readonly string[];
};

const clashes = statement<ImportClashes>(
  "import_clashes",
  {
    claims: sql`select * from json_to_record(${rows})
      as x ("storeIds" bigint[], "tokenHashes" text[], timezones text[])`,
  },
  sql`(select json_build_object(
      'merchantIsKnown', exists (select 1 from merchants where id = ${merchantId}),
      'storeIds', (select coalesce(json_agg(s.id order by s.id), '[]')
        from stores s where s.id = any ("storeIds")),
      'tokenHashes', (select coalesce(json_agg(t.secret_hash), '[]')
        from api_tokens t where t.secret_hash = any ("tokenHashes")),
      'unknownTimezones', (select coalesce(json_agg(zone), '[]') from unnest(timezones) as zone
        where not exists (select 1 from pg_timezone_names where lower(name) = lower(zone))),
      'now', clock_timestamp()) from claims)`,
);

/**
 * Returns the ids and token hashes of a file that are already in the database, and the time zones that
 * PostgreSQL does not know. Searches all merchants, because store ids and tokens are unique across merchants.
 * Call it before the import writes.
 */
export function findImportClashes({ db }: CoreDeps, { merchantId, ...claims }: ImportClaims) {
  return run(db, clashes, { merchantId, rows: JSON.stringify(claims) });
}

const tables = {
  levels: sql`levels`,
  stores: sql`stores`,
  customers: sql`customers, memberships, stamp_entries, passwords, pins`,
  voucherTemplates: sql`voucher_templates`,
  rewards: sql`rewards`,
  vouchers: sql`vouchers, voucher_value_entries`,
  transactions: sql`transactions`,
  promoCodes: sql`promo_codes`,
  paymentMethods: sql`payment_methods`,
  messageTemplates: sql`message_templates`,
  tokens: sql`api_tokens`,
  staff: sql`staff_users, staff_accounts, staff_members`,
} as const satisfies Record<MovedKind, SQL>;

/**
 * Runs ANALYZE on a kind's tables. Call it while the tables grow. PostgreSQL caches the plans of foreign-key
 * checks, and a plan made while a table had few rows would read half the table for each of a million rows.
 * Autovacuum does not see the rows of an open transaction.
 */
export async function analyzeTables(db: Db, kind: MovedKind): Promise<void> {
  await db.execute(sql`analyze ${tables[kind]}`);
}
