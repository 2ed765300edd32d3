import { isDatabaseError, isHere, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";
import type { StampCause } from "./causes.rules.ts";
import type { DueCustomer, Expiry } from "./expiry.rules.ts";
import type { Ledger } from "./ledger.sql.ts";
import type { StampEntry } from "./lots.rules.ts";

const p = sql.placeholder;
const at = sql`(statement_timestamp() + ${p("offsetMs")}::float8 * interval '1 millisecond')`;

const merchantsDue = statement<readonly number[]>(
  "merchants_with_due_stamps",
  {},
  sql`(select coalesce(json_agg(m.id order by m.id), '[]') from merchants m
    where exists (select 1 from memberships ms
      where ms.merchant_id = m.id and ms.next_expiry_on < (${at} at time zone m.timezone)::date)
      and ${isHere("m.id")})`,
);

/**
 * Returns the ids of merchants with customers whose stamps may have expired by today, in the merchant's time
 * zone.
 */
export function listMerchantsDue({ db, clockOffsetMs }: CoreDeps): Promise<readonly number[]> {
  return run(db, merchantsDue, { offsetMs: clockOffsetMs });
}

/**
 * The ids of a batch's customers. Each CTE that reads the batch's `memberships` filters by them, so that
 * PostgreSQL never reads all customers of a merchant.
 */
const customerIds = sql`${p("customerIds")}::bigint[]`;

const today = sql`(select (${at} at time zone m.timezone)::date from merchants m
  where m.id = ${p("merchantId")}::bigint)`;

const customersDue = statement<readonly DueCustomer[]>(
  "customers_with_due_stamps",
  {
    due: sql`select ms.customer_id, ms.entry_number from memberships ms
      where ms.merchant_id = ${p("merchantId")}::bigint and ms.next_expiry_on < ${today}
        and ms.customer_id <> all (${p("except")}::bigint[])
      order by ms.next_expiry_on limit ${p("limit")}::int`,
  },
  sql`(select coalesce(json_agg(json_build_object('customerId', d.customer_id,
      'entryNumber', d.entry_number)), '[]') from due d)`,
);

/**
 * Returns at most `limit` of a merchant's customers whose stamps may have expired, earliest expiry first.
 * Leaves out the ids in `except`.
 */
export function listDueCustomers(
  { db, clockOffsetMs }: CoreDeps,
  merchantId: number,
  limit: number,
  except: readonly number[],
): Promise<readonly DueCustomer[]> {
  const offsetMs = clockOffsetMs;
  return run(db, customersDue, { merchantId, limit, except: asArray(except), offsetMs });
}

/** A ledger and the customer to whom it belongs. */
export type CustomerLedger = Ledger & { readonly customerId: number };

/** A ledger entry as a JSON array. In a JSON object, the names would take more space than the values. */
type EntryRow = readonly [
  number: number,
  cause: StampCause,
  causeId: number,
  delta: number,
  day: string,
  expiresOn: string | null,
  reversedId: number | null,
];

const entryOf = (row: EntryRow): StampEntry => {
  const [number, cause, causeId, delta, day, expiresOn, reversedId] = row;
  return { number, cause, causeId, delta, day, expiresOn, reversedId };
};

type LedgerRow = Omit<CustomerLedger, "entries"> & { readonly entries: readonly EntryRow[] };

const ledgersDue = statement<readonly LedgerRow[]>(
  "read_due_ledgers",
  {
    day: sql`select ${today} as today`,
    due: sql`select ms.customer_id, ms.stamps, ms.entry_number, ms.next_expiry_on, d.today
      from day d, memberships ms
      where ms.merchant_id = ${p("merchantId")}::bigint
        and ms.customer_id = any (${customerIds}) and ms.next_expiry_on < d.today`,
  },
  sql`(select coalesce(json_agg(json_build_object('customerId', d.customer_id, 'stamps', d.stamps,
      'entryNumber', d.entry_number, 'nextExpiryOn', d.next_expiry_on, 'today', d.today,
      'entries', (select coalesce(json_agg(json_build_array(e.number, e.cause, e.cause_id,
          e.delta, e.day, e.expires_on, e.reversed_id)), '[]')
        from stamp_entries e
        where e.merchant_id = ${p("merchantId")}::bigint and e.customer_id = d.customer_id))
      order by d.customer_id), '[]')
    from due d)`,
);

/**
 * Reads the ledgers of the customers in `customerIds`, ordered by id. Leaves out customers whose stamps are
 * no longer due.
 */
export async function readDueLedgers(
  { db, clockOffsetMs }: CoreDeps,
  merchantId: number,
  customerIds: readonly number[],
): Promise<readonly CustomerLedger[]> {
  const offsetMs = clockOffsetMs;
  const ids = asArray(customerIds);
  const rows = await run(db, ledgersDue, { merchantId, customerIds: ids, offsetMs });
  return rows.map((row) => ({ ...row, entries: row.entries.map(entryOf) }));
}

const asArray = (ids: readonly number[]) => `{${ids.join(",")}}`;

const writeExpiries = statement<number>(
  "write_stamp_expiries",
  {
    calls: sql`select * from json_to_recordset(${p("expiries")}::json)
      as x("customerId" bigint, "entryNumber" int, stamps bigint, next date, today date)`,
    locked: sql`select ms.customer_id from memberships ms
      where ms.merchant_id = ${p("merchantId")}::bigint
        and ms.customer_id = any (${customerIds})
      order by ms.customer_id for no key update skip locked`,
    expired: sql`update memberships ms set stamps = ms.stamps - x.stamps,
        entry_number = ms.entry_number + (x.stamps > 0)::int, next_expiry_on = x.next
      from calls x join locked l on l.customer_id = x."customerId"
      where ms.merchant_id = ${p("merchantId")}::bigint
        and ms.customer_id = any (${customerIds}) and ms.customer_id = x."customerId"
        and ms.entry_number = x."entryNumber" and ms.next_expiry_on < x.today
      returning ms.customer_id, ms.entry_number, x.stamps, x.today`,
    entries: sql`insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta,
        number, day, created_at)
      select ${p("merchantId")}::bigint, x.customer_id, 'expiry', x.entry_number, -x.stamps,
        x.entry_number, x.today, ${at}
      from expired x where x.stamps > 0
      returning e.customer_id`,
  },
  sql`(select count(*)::int from expired)`,
);

/**
 * The expired stamps of a customer. `entryNumber` and `today` are those of the ledger from which they were
 * computed.
 */
export type CustomerExpiry = Expiry & Pick<CustomerLedger, "customerId" | "entryNumber" | "today">;

/**
 * Writes off the expired stamps of many customers. Leaves out a customer whose ledger has changed since it
 * was read. Leaves out a customer whose membership is locked by another call. Returns the number of customers
 * written. If one customer cannot be written, writes none and throws the database's error.
 */
export function insertExpiries(
  { db, clockOffsetMs }: CoreDeps,
  merchantId: number,
  expiries: readonly CustomerExpiry[],
): Promise<number> {
  return run(db, writeExpiries, {
    merchantId,
    customerIds: asArray(expiries.map(({ customerId }) => customerId)),
    expiries: JSON.stringify(expiries),
    offsetMs: clockOffsetMs,
  });
}

/**
 * Returns whether PostgreSQL refused the rows of a customer: a value is out of range (class 22), or a
 * constraint is violated (class 23). Other errors do not depend on the customer.
 */
export const isAboutRows = (error: unknown): boolean =>
  isDatabaseError(error) && /^2[23]/.test(error.code);
