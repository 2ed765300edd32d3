import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../context.ts";
import type { Expiry } from "./expiry.rules.ts";
import type { Ledger } from "./ledger.sql.ts";

const p = sql.placeholder;
const at = sql`(statement_timestamp() + ${p("offsetMs")}::float8 * interval '1 millisecond')`;

const merchantsDue = statement<readonly number[]>(
  "merchants_with_due_stamps",
  {},
  sql`(select coalesce(json_agg(m.id order by m.id), '[]') from merchants m
    where exists (select 1 from memberships ms
      where ms.merchant_id = m.id and ms.next_expiry_on < (${at} at time zone m.timezone)::date))`,
);

/** The merchants whose customers have stamps that may have expired by their own day. */
export function listMerchantsDue({ db, clockOffsetMs }: CoreDeps): Promise<readonly number[]> {
  return run(db, merchantsDue, { offsetMs: clockOffsetMs });
}

/** A customer's ledger. */
export type CustomerLedger = Ledger & { readonly customerId: number };

const ledgersDue = statement<readonly CustomerLedger[]>(
  "read_due_ledgers",
  {
    due: sql`select ms.customer_id, ms.stamps, ms.entry_number, ms.next_expiry_on, t.today
      from (select (${at} at time zone m.timezone)::date as today
        from merchants m where m.id = ${p("merchantId")}::bigint) t, memberships ms
      where ms.merchant_id = ${p("merchantId")}::bigint and ms.next_expiry_on < t.today
        and ms.customer_id <> all (${p("except")}::bigint[])
      order by ms.next_expiry_on limit ${p("limit")}::int`,
  },
  sql`(select coalesce(json_agg(json_build_object('customerId', d.customer_id, 'stamps', d.stamps,
      'entryNumber', d.entry_number, 'nextExpiryOn', d.next_expiry_on, 'today', d.today,
      'entries', (select coalesce(json_agg(json_build_object('number', e.number, 'cause', e.cause,
          'causeId', e.cause_id, 'delta', e.delta, 'day', e.day, 'expiresOn', e.expires_on,
          'reversedId', e.reversed_id)), '[]')
        from stamp_entries e
        where e.merchant_id = ${p("merchantId")}::bigint and e.customer_id = d.customer_id))), '[]')
    from due d)`,
);

/** The ledgers of customers with something due, those due longest first, without the ones in `except`. */
export function readDueLedgers(
  { db, clockOffsetMs }: CoreDeps,
  merchantId: number,
  limit: number,
  except: readonly number[],
): Promise<readonly CustomerLedger[]> {
  const offsetMs = clockOffsetMs;
  return run(db, ledgersDue, { merchantId, limit, except: `{${except.join(",")}}`, offsetMs });
}

const writeExpiries = statement<number>(
  "write_stamp_expiries",
  {
    calls: sql`select * from json_to_recordset(${p("expiries")}::json)
      as x("customerId" bigint, "entryNumber" int, stamps bigint, next date, today date)`,
    locked: sql`select ms.customer_id from memberships ms
      where ms.merchant_id = ${p("merchantId")}::bigint
        and ms.customer_id in (select "customerId" from calls)
      order by ms.customer_id for update skip locked`,
    expired: sql`update memberships ms set stamps = ms.stamps - x.stamps,
        entry_number = ms.entry_number + (x.stamps > 0)::int, next_expiry_on = x.next
      from calls x join locked l on l.customer_id = x."customerId"
      where ms.merchant_id = ${p("merchantId")}::bigint and ms.customer_id = x."customerId"
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

/** What expires of a customer's ledger. */
export type CustomerExpiry = Expiry & Pick<CustomerLedger, "customerId" | "entryNumber" | "today">;

/**
 * Takes expired stamps of many customers. Leaves out a customer whose ledger has changed since it was
 * read, or whose membership another call has locked. Returns how many customers it wrote.
 */
export function insertExpiries(
  { db, clockOffsetMs }: CoreDeps,
  merchantId: number,
  expiries: readonly CustomerExpiry[],
): Promise<number> {
  const offsetMs = clockOffsetMs;
  return run(db, writeExpiries, { merchantId, expiries: JSON.stringify(expiries), offsetMs });
}
