import { generateDrizzleJson } from "drizzle-kit/api";
import type postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casing } from "./casing.ts";
import { isDatabaseError } from "./errors.ts";
import * as schema from "./schema/index.ts";
import { createTestDatabase, openFillClient, type TestDatabase } from "./testing/index.ts";

// Tests that each check and each unique index of the schema refuses wrong rows. So a fault in a statement
// cannot store such rows.

type Row = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;
type Named<Value> = Readonly<Record<string, Value>>;
type Key = { readonly name: string; readonly columns: readonly string[] };
/** A table as drizzle-kit describes it. */
type Table = {
  readonly name: string;
  readonly columns: Named<{
    readonly name: string;
    readonly type: string;
    readonly primaryKey: boolean;
    readonly notNull: boolean;
    readonly default?: unknown;
  }>;
  readonly compositePrimaryKeys: Named<Key>;
  readonly uniqueConstraints: Named<Key>;
  readonly indexes: Named<{
    readonly name: string;
    readonly isUnique: boolean;
    readonly columns: readonly { readonly expression: string }[];
  }>;
  readonly checkConstraints: Named<unknown>;
};

const described: Named<Table> = generateDrizzleJson(schema, "", undefined, casing).tables;
const tables = Object.values(described);

/** Values that the checks of a table need. Other columns that need a value get one by their type. */
const valid: Named<Row> = {
  booking_changes: { revision: 2 },
  booking_messages: { code: "booking_received" },
  bookings: { status: "Requested" },
  customer_identifiers: { form: "email" },
  customers: { registration_status: "Full" },
  jobs: { kind: "voucher_codes", state: "running" },
  level_changes: { cause: "sale" },
  memberships: { status: 100 },
  merchant_moves: { state: "open" },
  message_templates: { channel: "email" },
  one_time_passwords: { purpose: "pin" },
  outbox_messages: { channel: "email", kind: "otp", state: "waiting", payload: "a" },
  redemption_lines: { spends_voucher: true },
  redemptions: { kind: "reward", status: "Created" },
  rewards: { kind: "fixed" },
  security_events: { result: "done" },
  staff_invitations: { role: "owner" },
  staff_members: { role: "owner" },
  stamp_debts: { cause: "opening" },
  stamp_entries: { cause: "opening" },
  transactions: { rule: "amount", status: "Created", superseded_by_id: null },
  voucher_value_entries: { cause: "opening" },
};

const DAY = "2026-03-01";
const UNKNOWN = "unknown";

/** For each check, rows that only this check refuses: at least one for each part of the check. */
const refused: Named<readonly Row[]> = {
  booking_changes_revision: [{ revision: 1 }],
  booking_messages_code: [{ code: UNKNOWN }],
  booking_messages_written: [
    { message_id: "a", shown_revision: 1 },
    { message_id: "a", ended_at: DAY },
  ],
  bookings_decided: [{ decided_by: "a", decided_at: DAY }, { revision: 2 }, { decided_at: DAY }],
  bookings_number_of_people: [{ number_of_people: 0 }],
  bookings_status: [{ status: UNKNOWN }],
  budgets_spent: [{ spent: 0 }, { spent: 2, most: 1 }],
  customer_identifiers_form: [{ form: UNKNOWN }],
  customers_verified: [
    { email: null, email_is_verified: true },
    { mobile_number: null, phone_is_verified: true },
  ],
  customers_registration: [{ registration_status: UNKNOWN }],
  jobs_done: [{ done: -1 }, { done: 2, total: 1 }],
  jobs_kind: [{ kind: UNKNOWN }],
  jobs_state: [{ state: UNKNOWN, ended_at: DAY }, { ended_at: DAY }, { state: "done" }],
  level_changes_cause: [{ cause: UNKNOWN }],
  levels_keep: [{ keep_months: 0 }, { keep_months: 121 }],
  levels_multiplier: [{ earn_multiplier: -1 }],
  levels_spending: [{ spending_to_reach: -1 }],
  memberships_entry_number: [{ entry_number: -1 }],
  memberships_stamps: [{ stamps: -1 }],
  memberships_stamps_owed: [{ stamps_owed: -1 }],
  memberships_status: [{ status: 101 }],
  merchant_moves_state: [{ state: UNKNOWN }],
  merchants_booking_undo: [{ booking_undo_minutes: -1 }, { booking_undo_minutes: 1_441 }],
  merchants_booking_reminder: [{ booking_reminder_hours: 0 }, { booking_reminder_hours: 169 }],
  merchants_booking_cancel: [{ booking_cancel_minutes: -1 }, { booking_cancel_minutes: 10_081 }],
  merchants_cashier_cancel_hours: [{ cashier_cancel_hours: -1 }, { cashier_cancel_hours: 8_761 }],
  merchants_cashier_sale: [{ cashier_sale_stamps: 0 }, { cashier_sale_total: 0 }],
  merchants_cashier_day: [{ cashier_stamps_per_day: 0 }],
  merchants_earn_amount: [{ earn_amount: 0 }],
  merchants_earn_max: [{ earn_max_per_transaction: -1 }, { earn_max_per_day: -1 }],
  merchants_earn_on: [{ earn_on: UNKNOWN }],
  merchants_earn_stamps: [{ earn_stamps: -1 }],
  merchants_lock_after: [{ lock_after_minutes: 0 }],
  merchants_token_limits: [{ guesses_per_minute: 0 }, { suggestions_per_minute: -1 }],
  merchants_member_id_prefix: [{ member_id_prefix: "1" }],
  merchants_otp_max_attempts: [{ otp_max_attempts: 0 }],
  merchants_otp_requests: [{ otp_requests_per_hour: 0 }],
  merchants_otp_ttl: [{ otp_ttl_seconds: 0 }],
  merchants_pin_lifetime_attempts: [{ pin_lifetime_attempts: 0 }],
  merchants_pin_max_attempts: [{ pin_max_attempts: 0 }, { pin_max_attempts: 11 }],
  merchants_second_factor_roles: [{ second_factor_roles: [UNKNOWN] }],
  merchants_spent_stamps: [
    { spent_stamps_on_cancel: UNKNOWN },
    { spent_stamps_on_return: UNKNOWN },
  ],
  merchants_stamps_valid_days: [{ stamps_valid_days: -1 }],
  message_templates_approved: [{ approved: true }],
  message_templates_channel: [{ channel: UNKNOWN, mjml: "" }],
  message_templates_mjml: [{ channel: "sms", mjml: "a" }],
  one_time_passwords_purpose: [{ purpose: UNKNOWN }],
  one_time_passwords_wrong_tries: [{ wrong_tries: -1 }],
  one_time_passwords_sent: [
    { sent_by: "email" },
    { sent_to: "a" },
    { sent_by: UNKNOWN, sent_to: "a" },
  ],
  outbox_messages_channel: [{ channel: UNKNOWN }],
  outbox_messages_ended: [
    { payload: null },
    { state: "sent", ended_at: DAY },
    { ended_at: DAY },
    { state: "dead" },
  ],
  outbox_messages_kind: [{ kind: UNKNOWN }],
  outbox_messages_state: [{ state: UNKNOWN, ended_at: DAY }],
  passwords_wrong_tries: [{ wrong_tries: -1 }],
  pins_wrong_tries: [{ wrong_tries: -1 }, { lifetime_wrong_tries: -1 }],
  promo_code_uses_uses: [{ uses: -1 }],
  promo_codes_uses: [{ uses: -1 }, { uses: 2, max_uses: 1 }],
  redemption_cancels_part: [{ qty: 0 }, { stamps: -1 }],
  redemption_lines_canceled: [{ canceled_qty: -1 }, { canceled_qty: 2 }],
  redemption_lines_one_thing: [{ reward_id: 1 }, { voucher_id: null }],
  redemption_lines_qty: [{ qty: 0 }, { qty: 101 }],
  redemption_lines_value: [{ value: 0 }],
  redemptions_kind: [{ kind: UNKNOWN }],
  redemptions_returned: [
    { canceled_qty: -1 },
    { stamps_returned: 1 },
    { stamps_used: 2, stamps_returned: -1 },
    { stamps_used: 2, stamps_returned: 1, status: "Canceled", canceled_at: DAY },
  ],
  redemptions_stamps: [{ stamps_used: -1 }],
  redemptions_status: [
    { status: UNKNOWN, canceled_at: DAY },
    { status: "Canceled" },
    { canceled_at: DAY },
  ],
  replacement_reviews_reviewed: [{ reviewed_at: DAY }, { reviewed_by: "a" }],
  rewards_kind: [{ kind: UNKNOWN }],
  rewards_stamps: [{ stamps_to_redeem: -1 }],
  security_events_result: [{ result: UNKNOWN }],
  staff_device_people_tries: [{ wrong_tries: -1 }],
  staff_invitations_role: [{ role: UNKNOWN }],
  staff_members_role: [{ role: UNKNOWN }],
  stamp_awards_canceled: [{ canceled_at: DAY }, { canceled_by: "a" }],
  stamp_awards_stamps: [{ stamps: 0 }],
  stamp_deductions_stamps: [{ stamps: 0 }],
  stamp_debts_cause: [{ cause: UNKNOWN, delta: 1 }],
  stamp_debts_delta: [
    { delta: 0 },
    { cause: "earning", delta: 1 },
    { cause: "part_cancellation", delta: 1 },
  ],
  stamp_entries_cause: [{ cause: UNKNOWN }],
  stamp_entries_expiry: [{ delta: -1, expires_on: DAY }],
  stamp_entries_reversed: [
    { reversed_id: 1 },
    { cause: "earning_cancellation" },
    { cause: "earning_modification" },
    { cause: "earning_debt" },
    { cause: "earning_debt_canceled" },
    { cause: "earning_addition" },
    { cause: "cancellation_debt" },
    { cause: "part_cancellation" },
    { cause: "part_cancellation_debt" },
    { cause: "award_cancellation" },
  ],
  stores_covers_per_slot: [{ covers_per_slot: 0 }, { covers_per_slot: 10_001 }],
  stores_opening_hours: [{ opening_hours: [] }],
  stores_slot_minutes: [{ slot_minutes: 45 }],
  stores_special_days: [{ special_days: "{}" }],
  transaction_modifications_owed: [
    { stamps: -1, stamps_owed: -1 },
    { stamps: -1, stamps_let_go: -1 },
    { stamps: -1, stamps_owed: 1, stamps_let_go: 1 },
  ],
  transactions_canceled: [{ canceled_at: DAY }, { status: "Canceled" }],
  transactions_earned: [{ stamps_earned: -1 }, { earn_limit: -1 }],
  transactions_open: [{ status: "Open", customer_id: 1 }],
  transactions_paid_off: [{ stamps_paid_off: -1 }],
  transactions_people: [{ people: -1 }],
  transactions_rule: [{ rule: UNKNOWN }],
  transactions_status: [{ status: UNKNOWN }],
  transactions_superseded: [{ superseded_by_id: 1 }],
  transactions_type: [{ type: 0 }, { type: 6 }],
  voucher_templates_validity: [{ validity_days: -1 }],
  voucher_templates_value: [{ value: -1 }],
  voucher_value_entries_cause: [{ cause: UNKNOWN }],
  vouchers_remaining: [
    { value: 2, remaining_value: -1, redeemed_at: DAY },
    { value: 2, remaining_value: 3 },
    { value: 2, remaining_value: 1, redeemed_at: DAY },
    { value: 2, remaining_value: 0 },
  ],
  vouchers_value: [{ value: -1 }],
};

type Unique = {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
};

/** The primary key, unique constraints and unique indexes of a table. */
function uniqueOf(table: Table): readonly Unique[] {
  const key = Object.values(table.columns).filter(({ primaryKey }) => primaryKey);
  const all = [
    ...key.map(({ name }) => ({ name: `${table.name}_pkey`, columns: [name] })),
    ...Object.values(table.compositePrimaryKeys),
    ...Object.values(table.uniqueConstraints),
    ...Object.values(table.indexes)
      .filter(({ isUnique }) => isUnique)
      .map(({ name, columns }) => ({ name, columns: columns.map((one) => one.expression) })),
  ];
  return all.map(({ name, columns }) => ({ table: table.name, name, columns }));
}

const uniques = tables.flatMap(uniqueOf);
const checks = tables.flatMap((table) =>
  Object.keys(table.checkConstraints).map((name) => ({ table: table.name, name })),
);

/**
 * Returns a value of a column's type. For texts, numbers, times, dates and timestamps, another `n` gives another
 * value.
 */
function sampleOf(type: string, n: number): Row[string] {
  if (/^(text|bigint|integer|numeric)/.test(type) && !type.endsWith("[]")) return n;
  if (type.startsWith("time ") || type === "time") return `10:0${n}`;
  if (type.startsWith("timestamp") && !type.endsWith("[]")) return `2026-01-0${n}`;
  if (type === "date") return `2026-01-0${n}`;
  if (type === "boolean") return false;
  return type.endsWith("[]") ? [] : "{}";
}

/**
 * Returns a valid row. It has values for required columns without a default, for columns of unique indexes,
 * and for the columns in `valid`.
 */
function rowOf(name: string): Row {
  const table = tableOf(name);
  const indexed = new Set(uniqueOf(table).flatMap(({ columns }) => columns));
  const needed = Object.values(table.columns).filter(
    (column) => indexed.has(column.name) || (column.notNull && column.default === undefined),
  );
  const filled = needed.map((column) => [column.name, sampleOf(column.type, 1)]);
  return { ...Object.fromEntries(filled), ...valid[name] };
}

function tableOf(name: string): Table {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new Error(`no table ${name}`);
  return table;
}

/** Returns another value for a column of a row. */
function otherOf(table: string, column: string): Row {
  return { [column]: sampleOf(tableOf(table).columns[column]?.type ?? "", 2) };
}

let open: TestDatabase;
let client: postgres.Sql;

beforeAll(async () => {
  open = await createTestDatabase();
  client = await openFillClient(open.url);
});
afterAll(async () => {
  await client?.end();
  await open?.close();
});

/** Inserts rows and rolls them back. Returns the name of the constraint that refuses one, or null. */
async function refusalOf(table: string, rows: readonly Row[]): Promise<string | null> {
  const done = new Error("all rows are inserted");
  const inserted = client.begin(async (sql) => {
    for (const row of rows) {
      const columns = Object.keys(row).map((name) => `"${name}"`);
      await sql.unsafe(
        `insert into ${table} (${columns}) select ${columns}
          from json_populate_record(null::${table}, $1::text::json)`,
        [JSON.stringify(row)],
      );
    }
    throw done;
  });
  return inserted.catch((error: unknown) => {
    if (error === done) return null;
    if (isDatabaseError(error) && "constraint_name" in error) return String(error.constraint_name);
    throw error;
  });
}

test("the checks are those of the schema", () => {
  expect(Object.keys(refused).sort()).toEqual(checks.map(({ name }) => name).sort());
});

describe.each(checks)("$name", ({ table, name }) => {
  test("accepts a valid row", async () => {
    expect(await refusalOf(table, [rowOf(table)])).toBeNull();
  });

  test.each(refused[name] ?? [])("refuses %j", async (wrong) => {
    expect(await refusalOf(table, [{ ...rowOf(table), ...wrong }])).toBe(name);
  });
});

describe.each(uniques)("$name", ({ table, name, columns }) => {
  const row = rowOf(table);
  // columns that a check restricts keep their value
  const isFree = (column: string) => valid[table]?.[column] === undefined;
  // a second row that differs from the first in every other unique index
  const others = uniqueOf(tableOf(table)).flatMap((other) => other.columns.filter(isFree));
  const different = others.filter((column) => !columns.includes(column));
  const second = Object.assign({}, row, ...different.map((column) => otherOf(table, column)));

  test("refuses a second row with the same values", async () => {
    expect(await refusalOf(table, [row, second])).toBe(name);
  });

  test.each(columns.filter(isFree))("accepts a second row with another %s", async (column) => {
    const other = { ...second, ...otherOf(table, column) };
    // another index may refuse it: a store's id is unique among all merchants
    expect(await refusalOf(table, [row, other])).not.toBe(name);
  });
});
