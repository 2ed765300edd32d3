import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { type Db, GuardRefused, type OpenDb, run, statement } from "../index.ts";
import { createTestDatabase } from "../testing/index.ts";

const double = statement<{ twice: number; name: string } | null>(
  "double",
  {
    given: sql`select ${sql.placeholder("n")}::int as n, ${sql.placeholder("name")}::text as name`,
    kept: sql`select n, name from given where n > 0`,
  },
  sql`(select json_build_object('twice', n * 2, 'name', name) from kept)`,
);

const refuse = statement<null>(
  "refuse",
  { refused: sql`select stampbook_refuse(${sql.placeholder("guard")}::text) as guard` },
  sql`(select to_json(guard) from refused)`,
);

/** How many plans of the statement the only connection has, and how often those plans ran. */
async function parsed(db: Db): Promise<unknown> {
  return db.execute(sql`select count(*)::int as times, sum(generic_plans)::int as runs
    from pg_prepared_statements where statement like '%json_build_object(''twice''%'
      and statement not like '%pg_prepared_statements%'`);
}

let open: OpenDb;
afterEach(() => open.close());

describe.each([
  ["prepared", () => createTestDatabase()],
  ["without prepared statements", () => createTestDatabase({ prepare: false })],
])("a statement, %s", (_, create) => {
  test("answers one document, and null where it has none", async () => {
    open = await create();
    expect(await run(open.db, double, { n: 21, name: "Ada" })).toEqual({ twice: 42, name: "Ada" });
    expect(await run(open.db, double, { n: -1, name: "Ada" })).toBeNull();
  });

  test("throws the guard that refused", async () => {
    open = await create();
    const refused = run(open.db, refuse, { guard: "voucher_open" });
    await expect(refused).rejects.toBeInstanceOf(GuardRefused);
    await expect(refused).rejects.toMatchObject({ guard: "voucher_open" });
  });
});

describe("preparing", () => {
  test("a name is one parameter, however often it stands there", async () => {
    const texts: string[] = [];
    open = await createTestDatabase({ onStatement: (text) => texts.push(text) });
    const n = sql.placeholder("n");
    const often = statement<number[]>(
      "often",
      { low: sql`select ${sql.placeholder("low")}::int + ${n}::int + ${10}::int as low` },
      sql`(select json_build_array(low, ${n}::int, ${sql.placeholder("low")}::int) from low)`,
    );
    expect(await run(open.db, often, { n: 2, low: 1 })).toEqual([13, 2, 1]);
    expect(texts.join().match(/\$\d+/g)).toEqual(["$1", "$2", "$3", "$2", "$1"]);
  });

  test("parses and plans a statement once a connection, however often it runs and with whatever values", async () => {
    open = await createTestDatabase({ connections: 1 });
    for (let n = 1; n <= 7; n++) await run(open.db, double, { n, name: `${n}` });
    expect(await parsed(open.db)).toMatchObject([{ times: 1, runs: 7 }]);
  });

  test("?prepare=false leaves nothing on the server", async () => {
    open = await createTestDatabase({ connections: 1, prepare: false });
    for (let n = 1; n <= 7; n++) await run(open.db, double, { n, name: `${n}` });
    expect(await parsed(open.db)).toMatchObject([{ times: 0 }]);
  });

  test("hands out the statement's text and never its values", async () => {
    const seen: unknown[][] = [];
    open = await createTestDatabase({ onStatement: (...told) => seen.push(told) });
    await run(open.db, double, { n: 1, name: "a secret" });
    expect(seen.flat().join()).toContain("json_build_object");
    expect(seen.flat().join()).not.toContain("a secret");
  });
});
