import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEmptyTestDatabase, type EmptyTestDatabase, openClient } from "../testing/index.ts";
import { type Migration, readMigrations } from "./files.ts";
import { migrate } from "./migrate.ts";

const first = readMigrations()[0]?.when ?? 0;
/** Migrations in this order; each was written after the one before. */
const inOrder = (...each: (Pick<Migration, "statements"> & Partial<Migration>)[]) =>
  each.map((migration, place) => ({
    ...{ name: `step ${place + 1}`, when: first + place, hash: "", isOnline: false },
    ...migration,
  }));

const sales = {
  statements: [
    "create table sales (id int, day int)",
    "insert into sales (id) select generate_series(1, 2500)",
  ],
};
const index = "create index concurrently if not exists sales_id on sales (id)";
const unique = "create unique index concurrently if not exists sales_id on sales (id)";
const online = (...statements: string[]) => ({ statements, isOnline: true });

let empty: EmptyTestDatabase;
let outside: ReturnType<typeof openClient>;
let client: ReturnType<typeof openClient>;
beforeEach(async () => {
  empty = await createEmptyTestDatabase();
  outside = openClient(empty.url, 3);
  client = openClient(empty.url, 1);
});
afterEach(async () => {
  await Promise.all([outside.end(), client.end()]);
  await empty.close();
});

const apply = (migrations: readonly Migration[], by = client) =>
  migrate(by, {
    ...{ migrations, patienceMs: 10_000, onWait: () => {} },
    connectAgain: () => openClient(empty.url, 1),
  });
const indexes = () => outside`select relname, indisvalid from pg_index
  join pg_class on oid = indexrelid where indrelid = to_regclass('sales')`;
const waiting = async (what: string) => {
  const found = () => outside`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~* ${what}`;
  while (!(await found()).length);
};

describe("while an index is built, another till's open transaction is waited for", () => {
  const write = async () => {
    await outside.begin(async (tx) => {
      await tx`set local lock_timeout = 200`;
      await tx`insert into sales (id) values (0)`;
    });
  };
  test.each([
    ["and the others write", online(index), true],
    [
      "and nobody writes, in a transaction",
      { statements: [index.replace(" concurrently", "")] },
      false,
    ],
  ])("%s", async (_, step, writes) => {
    await apply(inOrder(sales));
    const till = await outside.reserve();
    await till`begin`;
    await till`insert into sales (id) values (0)`;
    const built = apply(inOrder(sales, step));
    await waiting("create index");
    const tried = write().then(
      () => true,
      ({ code }) => code !== "55P03",
    );
    expect(await tried).toBe(writes);
    await till`commit`;
    till.release();
    expect(await built).toEqual(["step 2"]);
    expect([...(await indexes())]).toEqual([{ relname: "sales_id", indisvalid: true }]);
  });
});

test("an index that was left half built is built anew", async () => {
  await apply(inOrder(sales));
  await outside`insert into sales (id) values (1)`;
  const steps = inOrder(sales, online(unique), { statements: ["create table later ()"] });
  await expect(apply(steps)).rejects.toThrow(/could not create unique index "sales_id"/);
  expect([...(await indexes())]).toEqual([{ relname: "sales_id", indisvalid: false }]);
  await outside`delete from sales where ctid = (select max(ctid) from sales where id = 1)`;
  expect(await apply(steps)).toEqual(["step 2", "step 3"]);
  expect([...(await indexes())]).toEqual([{ relname: "sales_id", indisvalid: true }]);
});

test("rows are changed some at a time, until none is left", async () => {
  const sizes = `create table sizes (size int);
    create function note() returns trigger language plpgsql as
      $$ begin insert into sizes select count(*) from changed; return null; end $$;
    create trigger note after update on sales referencing new table as changed
      for each statement execute function note()`;
  const fill =
    "update sales set day = 1 where id in (select id from sales where day is null limit 1000)";
  const steps = inOrder(sales, { statements: [sizes] }, online(fill));
  expect(await apply(steps)).toEqual(["step 1", "step 2", "step 3"]);
  const changed = await outside`select size from sizes`;
  expect(changed.map(({ size }) => size)).toEqual([1000, 1000, 500, 0]);
});

test("two starts at the same time run it once, and no time-out of the role ends it", async () => {
  await apply(inOrder(sales));
  const [{ name } = { name: "" }] = await outside`select current_database() as name`;
  await outside.unsafe(`alter database "${name}" set statement_timeout = 100`);
  const other = openClient(empty.url, 1);
  try {
    const slow =
      "delete from sales where id in (select id from sales limit 1000) and pg_sleep(0.001) is not null";
    const steps = inOrder(sales, online(slow), { statements: ["create table later ()"] });
    const applied = await Promise.all([apply(steps), apply(steps, other)]);
    expect(applied.flat().sort()).toEqual(["step 2", "step 3"]);
  } finally {
    await other.end();
  }
});
