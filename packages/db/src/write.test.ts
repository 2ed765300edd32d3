import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import {
  deleteFrom,
  insertInto,
  type OpenDb,
  rowsOf,
  rowsOfPersons,
  run,
  schema,
  statement,
  update,
} from "./index.ts";
import { createTestDatabase } from "./testing/index.ts";

const { levels, merchants, staffUsers: users } = schema;
const p = sql.placeholder;

const levelsDoc = rowsOf(merchants, { where: [] })
  .join(levels, sql`true`)
  .list({ merchant: merchants.id, level: levels.level, name: levels.name });

const read = statement("levels_of_test", {}, levelsDoc);

const rows = sql`(select coalesce(json_agg(level), '[]') from done)`;

const add = statement<readonly number[]>(
  "add_level_of_test",
  {
    done: insertInto(
      levels,
      { level: p("level"), name: p("name") },
      { end: sql`on conflict do nothing returning level` },
    ),
  },
  rows,
);
const rename = statement<readonly number[]>(
  "rename_level_of_test",
  { done: update(levels, { name: p("name") }, [eq(levels.level, p("level"))], sql`level`) },
  rows,
);
const remove = statement<readonly number[]>(
  "remove_level_of_test",
  { done: deleteFrom(levels, [eq(levels.level, p("level"))], sql`level`) },
  rows,
);
let open: OpenDb;
afterEach(() => open.close());

test("writes change rows of their merchant only", async () => {
  open = await createTestDatabase();
  const { db } = open;
  for (const id of [1, 2])
    await db.execute(sql`insert into merchants (id, name, country, timezone, currency)
        values (${id}, 'A merchant', 'SG', 'Asia/Singapore', 'SGD')`);
  for (const merchantId of [1, 2])
    expect(await run(db, add, { merchantId, level: 5, name: "Gold" })).toEqual([5]);
  expect(await run(db, add, { merchantId: 1, level: 5, name: "Other" })).toEqual([]);
  expect(await run(db, rename, { merchantId: 1, level: 5, name: "Silver" })).toEqual([5]);
  expect(await run(db, rename, { merchantId: 1, level: 6, name: "Silver" })).toEqual([]);
  const other = [{ merchant: 2, level: 5, name: "Gold" }];
  expect(await run(db, read, { merchantId: 1 })).toEqual([
    { merchant: 1, level: 5, name: "Silver" },
  ]);
  expect(await run(db, read, { merchantId: 2 })).toEqual(other);
  expect(await run(db, remove, { merchantId: 1, level: 5 })).toEqual([5]);
  expect(await run(db, read, { merchantId: 1 })).toEqual([]);
  expect(await run(db, read, { merchantId: 2 })).toEqual(other);
});

test("rows of persons belong to no merchant, and columns must exist", async () => {
  open = await createTestDatabase();
  const { db } = open;
  const added = insertInto(users, { id: p("id"), name: p("id"), email: p("id") });
  await run(db, statement("add_person_of_test", { added }, sql`null`), { id: "x" });
  const one = rowsOfPersons(users, { where: [eq(users.id, p("id"))] }).one({ name: users.name });
  expect(await run(db, statement("person_of_test", {}, one), { id: "x" })).toEqual({ name: "x" });
  // @ts-expect-error a table with merchants' rows
  const table = () => rowsOfPersons(levels, { where: [] });
  // @ts-expect-error a column that the table does not have
  const column = () => update(levels, { renamed: p("name") }, []);
  expect(table).toBeTypeOf("function");
  expect(column).toThrow("no column renamed");
});
