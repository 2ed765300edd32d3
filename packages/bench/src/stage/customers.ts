import type { TransactionSql } from "postgres";
import type { Stage } from "./stage.ts";
import { shop } from "./things.ts";

/**
 * The earlier redemptions of each customer. Without them, PostgreSQL would plan the statements for an empty
 * table.
 */
export const REDEMPTIONS_EACH = 5;
/** The stamps of each customer, enough for every call of a run. */
const STAMPS = 1_000_000;
const COST = 2;
/** The earlier redemptions are spread evenly over this many days until today. */
const DAYS = 300;

/**
 * Adds customers with plenty of stamps. Each has a few earlier redemptions and an authorization that has
 * ended.
 */
export async function addCustomers(
  sql: Stage["sql"] | TransactionSql,
  customers: number,
): Promise<void> {
  const { merchant, store } = shop;
  const left = STAMPS - COST * REDEMPTIONS_EACH;
  const redemptions = customers * REDEMPTIONS_EACH;
  await sql`insert into customers (merchant_id, id, member_id, email, mobile_number, name)
    select ${merchant}, n, 'M' || n, 'customer-' || n || '@example.com',
      '+6281' || lpad(n::text, 9, '0'), 'Customer ' || n
    from generate_series(1, ${customers}::bigint) n`;
  await sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
    select merchant_id, 'email', email, id from customers where merchant_id = ${merchant}
    union all select merchant_id, 'memberId', member_id, id from customers where merchant_id = ${merchant}
    union all select merchant_id, 'mobileNumber', mobile_number, id from customers where merchant_id = ${merchant}`;
  await sql`insert into memberships (merchant_id, customer_id, level, stamps, entry_number, start_date)
    select ${merchant}, n, 100, ${left}, ${1 + REDEMPTIONS_EACH}::int, '2025-01-15' from generate_series(1, ${customers}::bigint) n`;
  await sql`insert into redemption_authorizations (merchant_id, id, customer_id, request_id, expires_at)
    select ${merchant}, n, n, 'request-' || n, now() - interval '1 day'
    from generate_series(1, ${customers}::bigint) n`;
  // wrong codes that were entered the day before
  await sql`insert into attempt_counters (merchant_id, subject, window_start, count)
    select ${merchant}, 'earlier ' || n, now() - interval '1 day', 1
    from generate_series(1, ${customers}::bigint) n`;
  await sql`analyze customers, customer_identifiers, memberships, redemption_authorizations,
    attempt_counters`;
  await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
    select ${merchant}, n, 'opening', 0, ${STAMPS}, 1, '2025-01-15' from generate_series(1, ${customers}::bigint) n`;
  await sql`insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, stamps_used,
      redeemed_by, created_at)
    select ${merchant}, n, 'reward', 1 + n % ${customers}::bigint, ${store}, 'Tea', ${COST}, 'token:1',
      now() - ${DAYS} * interval '1 day' * (1 - n::float8 / ${redemptions})
    from generate_series(1, ${redemptions}::bigint) n`;
  await sql`analyze redemptions`;
  await sql`insert into redemption_lines (merchant_id, redemption_id, line, reward_id, name, stamps_used)
    select ${merchant}, n, 1, 1, 'Tea', ${COST} from generate_series(1, ${redemptions}::bigint) n`;
  await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day, created_at)
    select merchant_id, customer_id, 'redemption', id, -stamps_used, 2 + (id - 1) / ${customers}::bigint,
      created_at::date, created_at from redemptions
    where merchant_id = ${merchant} and id <= ${redemptions}`;
}
