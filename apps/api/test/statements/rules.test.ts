import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Broken, judge } from "./exempt.ts";
import { explainAll, readCatalog } from "./explain.ts";
import { faultsOf } from "./rules.ts";
import type { Catalog } from "./types.ts";

let database: TestDatabase;
let catalog: Catalog;
beforeAll(async () => {
  database = await createTestDatabase();
  catalog = await readCatalog(database.url);
});
afterAll(() => database?.close());

const member = "m as materialized (select customer_id from memberships where merchant_id = $1)";
const held = (merchant: string) => `with ${member}
  select v.id from m join vouchers v on v.merchant_id = ${merchant} and v.customer_id = m.customer_id`;

const counting = (isInWindow: string, where = "") => `
  with m as materialized (select * from merchants where id = $1)
  insert into attempt_counters as c (merchant_id, subject, window_start, count)
  select $1, 'guesses', clock_timestamp(), 1 from m
  on conflict (merchant_id, subject) do update
    set count = case when ${isInWindow} then c.count + 1 else 1 end ${where} returning c.count`;

describe.each([
  {
    rule: "merchant",
    what: "a join by another row's merchant",
    bad: held("(select min(id) from merchants)"),
    good: held("$1"),
  },
  {
    rule: "merchant",
    what: "an arm's merchant",
    bad: `with c as materialized (select * from customers where merchant_id = $1)
      select v.id from c join vouchers v on v.merchant_id = c.merchant_id and v.customer_id = c.id`,
    good: `with c as materialized (select * from customers where merchant_id = $1)
      select v.id from c join vouchers v on v.merchant_id = $1 and v.customer_id = c.id`,
  },
  {
    rule: "merchant",
    what: "no merchant in an update",
    bad: "update vouchers set is_active = false where id = $1",
    good: "update vouchers set is_active = false where merchant_id = $2 and id = $1",
  },
  {
    rule: "volatile",
    what: "a volatile value in an update",
    bad: "update jobs set ended_at = clock_timestamp() where merchant_id = $1",
    good: "update jobs set ended_at = statement_timestamp() where merchant_id = $1",
  },
  {
    rule: "volatile",
    what: "a volatile condition of a delete in an arm",
    bad: `with gone as (delete from bookings where merchant_id = $1 and created_at < clock_timestamp()
      returning id) select count(*) from gone`,
    good: `with clock as materialized (select clock_timestamp() as now), gone as (delete from bookings
      where merchant_id = $1 and created_at < (select now from clock) returning id)
      select count(*) from gone`,
  },
  {
    rule: "stable",
    what: "a time computed from a column",
    bad: `with clock as materialized (select clock_timestamp() as now) update outbox_messages o
      set next_attempt_at = clock.now + interval '1 minute' from clock where o.merchant_id = $1`,
    good: `with clock as materialized (select clock_timestamp() + interval '1 minute' as later)
      update outbox_messages o set next_attempt_at = clock.later from clock where o.merchant_id = $1`,
  },
  {
    rule: "stable",
    what: "a condition over a column",
    bad: "delete from bookings where merchant_id = $1 and created_at + interval '1 day' < $2",
    good: "delete from bookings where merchant_id = $1 and created_at < $2",
  },
  {
    rule: "stable",
    what: "concat_ws of a column",
    bad: "update vouchers set notes = concat_ws(', ', notes, $2::text) where merchant_id = $1",
    good: "update vouchers set notes = coalesce(notes || ', ', '') || $2 where merchant_id = $1",
  },
  {
    rule: "stable",
    what: "a cast of a column through text",
    bad: "update vouchers set notes = end_date::text where merchant_id = $1",
    good: "update vouchers set notes = code::text where merchant_id = $1",
  },
  {
    rule: "stable",
    what: "the time inside CASE",
    bad: "update jobs set ended_at = case when $2 then statement_timestamp() end where merchant_id = $1",
    good: `update jobs set ended_at = statement_timestamp() where merchant_id = $1 and $2
      and id in (select id from jobs where merchant_id = $1 and ended_at - interval '1 day' < $3)`,
  },
  {
    rule: "conflict",
    what: "an interval in a value of ON CONFLICT",
    bad: counting("c.window_start > excluded.window_start - interval '1 minute'"),
    good: counting(
      "c.window_start at time zone 'UTC' > excluded.window_start at time zone 'UTC' - interval '1 minute'",
    ),
  },
  {
    rule: "conflict",
    what: "an arm that the condition of ON CONFLICT looks up",
    bad: counting("true", "where c.count < (select pin_max_attempts from m)"),
    good: counting(
      "true",
      "where c.count < $2 and 0 < (select max(x) from unnest(array[c.count]) x)",
    ),
  },
  {
    rule: "columns",
    what: "a select without a column",
    bad: "select exists (select from levels where merchant_id = $1)",
    good: "select exists (select 1 from levels where merchant_id = $1)",
  },
  {
    rule: "alias",
    what: "an insert without an alias in an arm",
    bad: `with l as (insert into levels (merchant_id, level, name)
      select $1::bigint, least(1, 2), 'Blue' returning level) select level from l`,
    good: `with l as (insert into levels as l (merchant_id, level, name)
      select $1::bigint, least(1, 2), 'Blue' returning l.level) select level from l`,
  },
  {
    rule: "locks",
    what: "a lock that joins an arm",
    bad: `with ${member} select c.id from customers c, m
      where c.merchant_id = $1 and c.id = m.customer_id for update of c`,
    good: `with ${member} select c.id from customers c
      where c.merchant_id = $1 and c.id = any (array(select customer_id from m)) for update`,
  },
  {
    rule: "start",
    what: "work over all merchants that starts from merchants",
    bad: `select m.id from merchants m
      where exists (select 1 from jobs j where j.merchant_id = m.id and j.state = 'running')`,
    good: "select distinct merchant_id from jobs where state = 'running'",
  },
] as const)("$rule: $what", ({ rule, bad, good }) => {
  const rulesBrokenBy = async (text: string) => {
    const [explained] = await explainAll(database.url, [text]);
    return explained && faultsOf(explained, catalog).map((fault) => fault.rule);
  };

  it("is found", async () => {
    expect(await rulesBrokenBy(bad)).toContain(rule);
  });

  it("is not found where the rule is followed", async () => {
    expect(await rulesBrokenBy(good)).not.toContain(rule);
  });
});

describe("the exemptions", () => {
  const fault: Broken = { rule: "columns", where: "select from", statement: "get_desk" };
  const exemption = { rule: "columns", why: "a test", statements: ["get_desk"] } as const;

  it("cover a rule of a statement, and no other rule or statement", () => {
    expect(judge([fault], [exemption])).toEqual({ faults: [], idle: [] });
    const others: Broken[] = [
      { ...fault, rule: "alias" },
      { ...fault, statement: "get_desk_too" },
    ];
    expect(judge([fault, ...others], [exemption]).faults).toEqual(others);
  });

  it("without a fault are idle", () => {
    expect(judge([], [exemption])).toEqual({ faults: [], idle: ["get_desk"] });
  });
});
