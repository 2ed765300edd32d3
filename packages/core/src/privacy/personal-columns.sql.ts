import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

const own = sql`merchant_id = ${p("merchantId")}`;
const ofCustomer = sql`${own} and customer_id = ${p("customerId")}`;

/** Whether a text quotes the customer's email or mobile number; `mentions` is a JSON list of patterns. */
const mentions = (text: SQL): SQL =>
  sql`lower(${text}) like any (array(select json_array_elements_text(${p("mentions")})))`;

/**
 * Whether a booking is matched to the customer, or has one of their identifiers or phone numbers, however it
 * was written.
 */
function isTheirBooking(booking: "x" | "b"): SQL {
  const column = (name: string) => sql.raw(`${booking}.${name}`);
  return sql`(${column("customer_id")} = ${p("customerId")}
    or lower(${column("claim")}) in (select json_array_elements_text(${p("claims")}))
    or regexp_replace(${column("phone")}, '[^0-9]', '', 'g') in (select json_array_elements_text(${p("phones")})))`;
}

/** The audit entries about a customer and about their redemptions, sales and vouchers. */
export const auditBySubject = sql`${own} and subject = any (array(
  select 'customer ' || ${p("customerId")}::bigint
  union all select 'redemption ' || r.id from redemptions r where r.${ofCustomer}
  union all select 'transaction ' || t.id from transactions t where t.${ofCustomer}
  union all select 'voucher ' || v.id from vouchers v where v.${ofCustomer}))`;

/** A table's personal data of a customer, and the values that replace it. */
export type Erasure = {
  readonly table: string;
  /** Which rows; reads the parameters of `personalParameters`. */
  readonly rows: SQL;
  /** New values by column. `nothing`: the rows are deleted. */
  readonly leaves: Readonly<Record<string, string>> | "nothing";
};

/** A table in which no index finds the customer's rows: all rows of the merchant are read, in pieces. */
export type Search = Erasure & {
  /** The table that is read. Its rows are `x`. */
  readonly from: string;
  /** The columns of the primary key after the merchant's id, with their types. */
  readonly key: Readonly<Record<string, "bigint" | "text">>;
  /** Rows `x` that were written after `since`, found by an index. */
  readonly recent: SQL;
};

const writtenSince = sql`x.created_at >= ${p("since")}`;
const emptiedEntry = { reason: "null", details: "'{}'" };

/**
 * Bookings come first, and a booking is emptied together with its audit entries. A stored outcome is
 * recognised by its booking even if the booking is already empty. So an interrupted search can start again.
 */
export const searches = {
  bookings: {
    table: "bookings",
    from: "bookings",
    key: { id: "bigint" },
    rows: isTheirBooking("x"),
    // nobody books for the past
    recent: sql`x.date >= ${p("since")}::timestamptz::date - 2`,
    leaves: { claim: "''", phone: "''", notes: "null" },
  },
  answers: {
    table: "idempotency_keys",
    from: "idempotency_outcomes",
    key: { operation: "text", key: "text" },
    rows: sql`(case when strpos(x.outcome::text, ${p("customerId")}::bigint::text) > 0
        then jsonb_path_exists(x.outcome::jsonb, '$.**.customer.id ? (@ == $id)',
          jsonb_build_object('id', ${p("customerId")}::bigint)) end
      or x.operation = 'bookings.add' and exists (select 1 from bookings b where b.${own}
        and b.id = (x.outcome #>> '{changed,id}')::bigint
        and (b.claim = '' and b.phone = '' or ${isTheirBooking("b")}))
      or ${mentions(sql`x.outcome::text`)})`,
    recent: sql`(x.operation, x.key) in (select k.operation, k.key from idempotency_keys k
      where k.${own} and k.created_at >= ${p("since")})`,
    leaves: "nothing",
  },
  auditEntries: {
    table: "audit_entries",
    from: "audit_entries",
    key: { id: "bigint" },
    rows: mentions(sql`concat_ws(' ', x.subject, x.reason, x.details::text)`),
    recent: writtenSince,
    leaves: emptiedEntry,
  },
  refusals: {
    table: "refusals",
    from: "refusals",
    key: { id: "bigint" },
    rows: sql`(x.customer_id = ${p("customerId")}
      or ${mentions(sql`concat_ws(' ', x.message, x.expected, x.found, x.subject)`)})`,
    recent: writtenSince,
    leaves: "nothing",
  },
} as const satisfies Readonly<Record<string, Search>>;

/**
 * Personal data that an index finds, in the order of its erasure: rows that are found by means of another row
 * go before it. A new table or column belongs here, in `searches` or in `impersonal`; otherwise a test fails.
 */
export const erasures: readonly Erasure[] = [
  { table: "audit_entries", rows: auditBySubject, leaves: emptiedEntry },
  { table: "outbox_messages", rows: ofCustomer, leaves: "nothing" },
  { table: "passwords", rows: ofCustomer, leaves: "nothing" },
  { table: "pins", rows: ofCustomer, leaves: "nothing" },
  { table: "one_time_passwords", rows: ofCustomer, leaves: "nothing" },
  { table: "otp_allowances", rows: ofCustomer, leaves: "nothing" },
  { table: "redemption_authorizations", rows: ofCustomer, leaves: "nothing" },
  {
    table: "redemption_lines",
    rows: sql`${own} and redemption_id in (select r.id from redemptions r where r.${ofCustomer})`,
    leaves: { request_id: "null" },
  },
  { table: "redemptions", rows: ofCustomer, leaves: { extra_data: "null" } },
  {
    table: "replacement_reviews",
    rows: sql`${own} and redemption_id in (select r.id from redemptions r where r.${ofCustomer})`,
    leaves: { reason: "null" },
  },
  {
    table: "transaction_items",
    rows: sql`${own} and transaction_id in (select t.id from transactions t where t.${ofCustomer})`,
    leaves: { extra_data: "null" },
  },
  { table: "transactions", rows: ofCustomer, leaves: { extra_data: "null" } },
  { table: "stamp_awards", rows: ofCustomer, leaves: { notes: "null" } },
  { table: "stamp_deductions", rows: ofCustomer, leaves: { notes: "''" } },
  { table: "vouchers", rows: sql`${ofCustomer} and notes is not null`, leaves: { notes: "null" } },
  { table: "customer_identifiers", rows: ofCustomer, leaves: "nothing" },
  {
    table: "memberships",
    rows: ofCustomer,
    leaves: { tags: "'{}'", referral_code: "''", status: "200", is_blocked: "true" },
  },
  {
    table: "customers",
    rows: sql`${own} and id = ${p("customerId")}`,
    leaves: {
      member_id: "null",
      other_member_ids: "'{}'",
      email: "null",
      mobile_number: "null",
      name: "'Anonymized customer'",
      gender: "''",
      address: "''",
      postal_code: "''",
      birthday: "null",
      picture_url: "null",
      extra_data: "null",
      is_active: "false",
      anonymized_at: "clock_timestamp()",
    },
  },
];

/**
 * Texts, dates and documents without personal data of a customer. `*` stands for the whole table, with the
 * reason.
 */
export const impersonal: Readonly<Record<string, readonly string[]>> = {
  address_counters: ["* keyed fingerprints"],
  api_tokens: ["* the merchant's devices"],
  attempt_counters: ["* counts by token and store"],
  // the address is that of staff or a till; the rest is kept as a record of what they did
  audit_entries: ["action", "actor", "subject", "address"],
  bookings: ["date", "status", "decided_by"],
  budgets: ["* counts by id, token and the beginning of a number, for a day at most"],
  customers: ["registration_status", "registration_method", "registering_employee_code"],
  id_counters: ["* numbers"],
  // these go with the rows that `erasures` deletes
  idempotency_outcomes: ["* deleted with their keys"],
  imported_files: ["* digests of files"],
  jobs: ["* the merchant's work on codes nobody holds"],
  job_vouchers: ["* ids"],
  levels: ["* the merchant's words"],
  level_changes: ["* levels, days and causes"],
  memberships: ["start_date", "next_expiry_on", "level_until"],
  merchants: ["* the merchant's settings"],
  message_templates: ["* the merchant's texts"],
  payment_methods: ["* the merchant's words"],
  promo_codes: ["* the catalogue"],
  promo_code_uses: ["* counts"],
  redemption_lines: ["name"],
  // accounting: a receipt's number finds no person without the till's own data
  redemptions: ["kind", "status", "name", "invoice_number", "redeemed_by", "canceled_by"],
  replacement_reviews: ["reviewed_by"],
  rewards: ["* the catalogue"],
  // `SecurityEvent` never holds personal data of customers
  security_events: ["* staff, their addresses and ids of what they did it to"],
  staff_accounts: ["* staff"],
  staff_device_people: ["* staff"],
  staff_devices: ["* staff"],
  staff_invitations: ["* staff"],
  staff_members: ["* staff"],
  staff_passkeys: ["* staff"],
  staff_pins: ["* staff"],
  staff_rate_limits: ["* keyed fingerprints"],
  staff_sessions: ["* staff"],
  staff_two_factors: ["* staff"],
  staff_users: ["* staff"],
  staff_verifications: ["* staff"],
  stamp_awards: ["expires_on", "created_by", "canceled_by"],
  stamp_deductions: ["created_by"],
  stamp_entries: ["* the ledger: causes and numbers"],
  stores: ["* the merchant's shops"],
  // kept for accounting, like redemptions
  transactions: [
    "invoice_number",
    "business_day",
    "employee_code",
    "status",
    "rule",
    "programme",
    "digest",
    "created_by",
    "canceled_by",
  ],
  transaction_items: ["product"],
  transaction_modifications: ["* products and numbers"],
  transaction_payments: ["* methods and numbers"],
  voucher_templates: ["* the catalogue"],
  voucher_value_entries: ["* the ledger: causes and numbers"],
  // a code is random, and cannot be used without the customer
  vouchers: ["code", "code_key", "start_date", "end_date"],
};
