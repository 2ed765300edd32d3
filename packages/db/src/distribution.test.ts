import type postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, openClient, type TestDatabase } from "./testing/index.ts";

/** Tables that become reference or local tables in Citus. All other tables are distributed by merchant. */
const shared = [
  "merchants",
  "staff_users",
  "staff_accounts",
  "staff_sessions",
  "staff_verifications",
  "staff_two_factors",
  "staff_passkeys",
  "staff_rate_limits",
  "address_counters",
];
/** Indexes without merchant_id, for look-ups before the merchant is known. */
const acrossMerchants = ["stores_id", "api_tokens_secret_hash", "staff_invitations_secret_hash"];

let open: TestDatabase;
let client: postgres.Sql;

beforeAll(async () => {
  open = await createTestDatabase();
  client = openClient(open.url);
});
afterAll(async () => {
  await client.end();
  await open.close();
});

/** Reads from PostgreSQL's catalog why Citus could not distribute the tables by merchant_id. */
async function hindrances(): Promise<string[]> {
  const rows = await client<{ says: string }[]>`
    with tenant as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all (${shared})
    ), key as (
      select attrelid, attnum from pg_attribute where attname = 'merchant_id'
    )
    select relname || ' has no merchant_id' as says from tenant
      where oid not in (select attrelid from key)
    union all
    select relname || ' has no primary key' from tenant
      where not exists (select from pg_index where indrelid = tenant.oid and indisprimary)
    union all
    select i.indexrelid::regclass || ' does not begin with merchant_id' from tenant
      join pg_index i on i.indrelid = tenant.oid and i.indisunique
      left join key on key.attrelid = tenant.oid
      where i.indkey[0] is distinct from key.attnum
        and i.indexrelid::regclass::text <> all (${acrossMerchants})
    union all
    select c.conname || ' does not lead from merchant_id to merchant_id' from tenant
      join pg_constraint c on c.conrelid = tenant.oid and c.contype = 'f'
      left join key on key.attrelid = tenant.oid
      left join key as target on target.attrelid = c.confrelid
      where c.confrelid in (select oid from tenant)
        and (c.conkey[1] is distinct from key.attnum or c.confkey[1] is distinct from target.attnum)
    union all
    select c.conname || ' is deferrable' from tenant
      join pg_constraint c on c.conrelid = tenant.oid where c.condeferrable
    union all
    select c.conname || ' is an exclusion constraint' from tenant
      join pg_constraint c on c.conrelid = tenant.oid where c.contype = 'x'
    union all
    select t.tgname || ' is a trigger' from tenant
      join pg_trigger t on t.tgrelid = tenant.oid where not t.tgisinternal
    order by says`;
  return rows.map((row) => row.says);
}

test("every table of a merchant can be distributed by merchant_id", async () => {
  expect(await hindrances()).toEqual([]);
});

test("the exemptions are tables and constraints that exist", async () => {
  const found = await client`select relname from pg_class
    where relnamespace = 'public'::regnamespace and relname = any (${[...shared, ...acrossMerchants]})`;
  expect(found.map((row) => row.relname).sort()).toEqual([...shared, ...acrossMerchants].sort());
});

test("a table that breaks every rule is caught by each of them", async () => {
  await client.unsafe(`
    create table stray (id int);
    create table broken (
      merchant_id bigint not null,
      id bigint primary key,
      code text constraint broken_code unique deferrable,
      customer_merchant bigint,
      customer_id bigint,
      constraint broken_customer foreign key (customer_merchant, customer_id) references customers (merchant_id, id),
      constraint broken_overlap exclude (id with =)
    );
    create function nothing() returns trigger language plpgsql as 'begin return new; end';
    create trigger broken_trigger before insert on broken for each row execute function nothing();`);
  expect(await hindrances()).toEqual([
    "broken_code does not begin with merchant_id",
    "broken_code is deferrable",
    "broken_customer does not lead from merchant_id to merchant_id",
    "broken_overlap is an exclusion constraint",
    "broken_pkey does not begin with merchant_id",
    "broken_trigger is a trigger",
    "stray has no merchant_id",
    "stray has no primary key",
  ]);
});
