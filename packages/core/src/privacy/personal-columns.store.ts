import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

const own = sql`merchant_id = ${p("merchantId")}::bigint`;
const ofCustomer = sql`${own} and customer_id = ${p("customerId")}::bigint`;

/** Whether a text quotes the customer's email or mobile number; `mentions` is a JSON list of them. */
const mentions = (text: SQL): SQL => sql`exists (
  select from json_array_elements_text(${p("mentions")}::json) one where position(one in lower(${text})) > 0)`;

/** Bookings matched to the customer, and those under their identifiers or phone numbers, as anybody wrote them. */
export const bookingsOfCustomer = sql`${own} and (customer_id = ${p("customerId")}::bigint
  or lower(claim) in (select json_array_elements_text(${p("claims")}::json))
  or regexp_replace(phone, '[^0-9]', '', 'g') in (select json_array_elements_text(${p("phones")}::json)))`;

/** Audit entries that are about the customer, or quote them. */
export const auditOfCustomer = sql`${own} and (
  subject = 'customer ' || ${p("customerId")}::text
  or subject in (select 'booking ' || b.id from bookings b where b.${bookingsOfCustomer})
  or subject in (select 'redemption ' || r.id from redemptions r where r.${ofCustomer})
  or subject in (select 'voucher ' || v.id from vouchers v where v.${ofCustomer})
  or ${mentions(sql`concat_ws(' ', subject, reason, details::text)`)})`;

/** A table's personal data of a customer, and the values that replace it. */
export type Erasure = {
  readonly table: string;
  /** Which rows; reads the parameters of `personalParameters`. */
  readonly rows: SQL;
  /** New values by column, or the rows go as a whole. */
  readonly leaves: Readonly<Record<string, string>> | "nothing";
};

/**
 * Where a customer's personal data stands, in the order of its erasure: what is found by means of
 * another row goes before it. A new table or column belongs here or in `impersonal`; a test asks.
 */
export const erasures: readonly Erasure[] = [
  {
    table: "idempotency_keys",
    rows: sql`${own} and (operation, key) in (select o.operation, o.key from idempotency_outcomes o
      where o.${own} and (
        jsonb_path_exists(o.outcome::jsonb, '$.**.customer.id ? (@ == $id)',
          jsonb_build_object('id', ${p("customerId")}::bigint))
        or o.operation = 'bookings.add' and o.outcome #>> '{changed,id}' in
          (select b.id::text from bookings b where b.${bookingsOfCustomer})
        or ${mentions(sql`o.outcome::text`)}))`,
    leaves: "nothing",
  },
  { table: "audit_entries", rows: auditOfCustomer, leaves: { reason: "null", details: "'{}'" } },
  {
    table: "refusals",
    rows: sql`${own} and (customer_id = ${p("customerId")}::bigint
      or ${mentions(sql`concat_ws(' ', message, expected, found, subject)`)})`,
    leaves: "nothing",
  },
  {
    table: "bookings",
    rows: bookingsOfCustomer,
    leaves: { claim: "''", phone: "''", notes: "null" },
  },
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
  { table: "customer_identifiers", rows: ofCustomer, leaves: "nothing" },
  {
    table: "memberships",
    rows: ofCustomer,
    leaves: { tags: "'{}'", referral_code: "''", status: "200", is_blocked: "true" },
  },
  {
    table: "customers",
    rows: sql`${own} and id = ${p("customerId")}::bigint`,
    leaves: {
      member_id: "null",
      other_member_ids: "'{}'",
      email: "null",
      mobile_number: "null",
      name: "'Anonymized customer'",
      gender: "''",
      address: "''",
      birthday: "null",
      picture_url: "null",
      is_active: "false",
      anonymized_at: "clock_timestamp()",
    },
  },
];

/** Texts, dates and documents that hold no customer's personal data: `*` is the whole table, with why. */
export const impersonal: Readonly<Record<string, readonly string[]>> = {
  address_counters: ["* keyed fingerprints"],
  api_tokens: ["* the merchant's devices"],
  attempt_counters: ["* counts by token and store"],
  // the address is a member of staff's or a till's; who did what stays
  audit_entries: ["action", "actor", "subject", "address"],
  bookings: ["date", "status", "decided_by"],
  budgets: ["* counts by id, token and the beginning of a number, for a day at most"],
  id_counters: ["* numbers"],
  // these go with the rows that `erasures` deletes
  idempotency_outcomes: ["* deleted with their keys"],
  imported_files: ["* digests of files"],
  jobs: ["* the merchant's work on codes nobody holds"],
  job_vouchers: ["* ids"],
  levels: ["* the merchant's words"],
  memberships: ["start_date"],
  merchants: ["* the merchant's settings"],
  message_templates: ["* the merchant's texts"],
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
  staff_invitations: ["* staff"],
  staff_members: ["* staff"],
  staff_passkeys: ["* staff"],
  staff_rate_limits: ["* keyed fingerprints"],
  staff_sessions: ["* staff"],
  staff_two_factors: ["* staff"],
  staff_users: ["* staff"],
  staff_verifications: ["* staff"],
  stamp_entries: ["* the ledger: causes and numbers"],
  stores: ["* the merchant's shops"],
  voucher_templates: ["* the catalogue"],
  voucher_value_entries: ["* the ledger: causes and numbers"],
  // a code is random, and opens nothing without the customer
  vouchers: ["code", "code_key", "start_date", "end_date"],
};
