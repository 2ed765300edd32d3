import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

const own = sql`merchant_id = ${p("merchantId")}`;
const ofCustomer = sql`${own} and customer_id = ${p("customerId")}`;

/**
 * Whether a text quotes the customer's whole email or mobile number. The parameter `mentions` is a JSON list
 * of regular expressions. The parameter `containing` is a list of LIKE patterns, which match every text with
 * a mention. They are four times as fast, and leave few texts for the regular expressions.
 */
const mentions = (text: SQL): SQL =>
  sql`(lower(${text}) like any (array(select json_array_elements_text(${p("containing")})))
    and lower(${text}) ~ any (array(select json_array_elements_text(${p("mentions")}))))`;

const digitsOf = (phone: SQL) => sql`regexp_replace(${phone}, '[^0-9]', '', 'g')`;

/**
 * Whether a booking is matched to the customer, or has or had an identifier or phone number (by its digits) of
 * the customer, or one that they had (a guest's booking only).
 */
function isTheirBooking(booking: "x" | "b"): SQL {
  const column = (name: string) => sql.raw(`${booking}.${name}`);
  const hasOne = (claims: string, phones: string) =>
    sql`(lower(${column("claim")}) in (select json_array_elements_text(${p(claims)}))
    or ${digitsOf(column("phone"))} in (select json_array_elements_text(${p(phones)}))
    or exists (select 1 from booking_changes h where h.${own}
      and h.booking_id = ${column("id")} and h.fields ? 'phone'
      and ${digitsOf(sql`(h.fields #>> '{phone,0}')`)} in (select json_array_elements_text(${p(phones)}))))`;
  return sql`(${column("customer_id")} = ${p("customerId")} or ${hasOne("claims", "phones")}
    or ${column("customer_id")} is null and ${hasOne("formerClaims", "formerPhones")})`;
}

/** The audit entries about a customer and about their redemptions, sales and vouchers. */
export const auditBySubject = sql`${own} and subject = any (array(
  select 'customer ' || ${p("customerId")}::bigint
  union all select 'redemption ' || r.id from redemptions r where r.${ofCustomer}
  union all select 'transaction ' || t.id from transactions t where t.${ofCustomer}
  union all select 'voucher ' || v.id from vouchers v where v.${ofCustomer}))`;

/** Rows of one table that contain a customer's personal data, and the values that replace the data. */
export type Erasure = {
  readonly table: string;
  /** The condition of the rows. Reads the parameters of `personalParameters`. */
  readonly rows: SQL;
  /** The new values by column, as SQL. `nothing` means that the rows are deleted. */
  readonly leaves: Readonly<Record<string, string>> | "nothing";
};

/**
 * Personal data in a table without an index for the customer. All rows of the merchant are read, in pieces.
 */
export type Search = Erasure & {
  /** The table to read, under the alias `x`. */
  readonly from: string;
  /** The types of the primary key's columns, without the merchant's id. */
  readonly key: Readonly<Record<string, "bigint" | "text">>;
  /** Whether a row `x` may have been written after `since`. An index finds these rows. */
  readonly recent: SQL;
};

const writtenSince = sql`x.created_at >= ${p("since")}`;
const emptiedEntry = { reason: "null", details: "'{}'" };

/** The changes of bookings, which are emptied with them. */
export const bookingChanges = { table: "booking_changes", leaves: { fields: "'{}'" } } as const;

/**
 * The messages to the guests of bookings, which are deleted after the bookings are emptied. A message is written only
 * if its booking still has the address, so none can come afterwards.
 */
export const bookingMessages = { table: "outbox_messages", leaves: "nothing" } as const;

/**
 * The tables to search. Bookings come first, and a booking is emptied with its changes and audit entries. A stored
 * outcome is found by its booking, even an empty one. So an interrupted search can start again.
 */
export const searches = {
  bookings: {
    table: "bookings",
    from: "bookings",
    key: { id: "bigint" },
    rows: isTheirBooking("x"),
    // bookings are never made for past days
    recent: sql`x.date >= ${p("since")}::timestamptz::date - 2`,
    leaves: { claim: "''", phone: "''", notes: "null" },
  },
  answers: {
    table: "idempotency_keys",
    from: "idempotency_outcomes",
    key: { operation: "text", key: "text" },
    rows: sql`(case when strpos(x.outcome::text, ${p("customerId")}::bigint::text) > 0
        then jsonb_path_exists(x.outcome::jsonb, '$.**.customer.id ? (@ == $id)',
          jsonb_build_object('id', ${p("customerId")}::bigint))
        or x.operation in ('members.register', 'members.changeProfile', 'customers.add')
          and x.outcome #>> '{changed,id}' = ${p("customerId")}::bigint::text end
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
 * Personal data that an index finds, in the order of erasure. The customer's own row comes last. A test fails
 * if a new table or column is neither here nor in `searches` nor in `impersonal`.
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
  {
    table: "redemption_cancels",
    rows: sql`${own} and redemption_id in (select r.id from redemptions r where r.${ofCustomer})`,
    leaves: { reason: "null" },
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
      email_is_verified: "false",
      phone_is_verified: "false",
      name: "'Anonymized customer'",
      gender: "''",
      address: "''",
      postal_code: "''",
      birthday: "null",
      notes: "''",
      picture_url: "null",
      extra_data: "null",
      is_active: "false",
      anonymized_at: "clock_timestamp()",
    },
  },
];
