import { rmSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedTestDirectory } from "../testing/index.ts";
import { type EmbeddedClient, keepStatements } from "./kept-statements.ts";

const directories: string[] = [];
const open = async () => {
  const directory = await createEmbeddedTestDirectory();
  directories.push(directory);
  return PGlite.create({ dataDir: join(directory, "database") });
};

let client: PGlite;
let kept: EmbeddedClient;
beforeAll(async () => {
  client = await open();
  await client.exec("create table notes (id int primary key, text text, at timestamptz)");
  kept = keepStatements(client);
});
afterAll(async () => {
  await client.close();
  for (const each of directories) rmSync(each, { recursive: true, force: true });
});

const add = "insert into notes (id, text) values ($1, $2) returning id, text";
const namesKept = async () =>
  (await client.query<{ name: string }>("select name from pg_prepared_statements")).rows;

test("answers as the client itself does: rows, their form, parsers, fields, counts", async () => {
  const text =
    "select $1::int as n, $2::text as t, $3::jsonb as j, $4::int[] as a, $5::timestamptz as at";
  const values = [7, null, { deep: [1] }, [1, 2], new Date("2026-02-03T04:05:06Z")];
  for (const options of [
    {},
    { rowMode: "array" as const },
    { parsers: { 1184: (at: string) => at } },
  ]) {
    const own = await client.query(text, values, options);
    expect(await kept.query(text, values, options)).toEqual(own);
    expect(await kept.query(text, values, options)).toEqual(own);
  }
  await kept.query(add, [1, "one"]);
  const none = "update notes set text = $2 where id = $1";
  expect(await kept.query(none, [1, "two"])).toMatchObject({ rows: [], affectedRows: 1 });
});

test("throws the database's error, and goes on after it", async () => {
  await kept.query(add, [2, "two"]);
  await expect(kept.query(add, [2, "again"])).rejects.toMatchObject({
    code: "23505",
    constraint: "notes_pkey",
  });
  await expect(kept.query("select $1::int from nowhere", [1])).rejects.toMatchObject({
    code: "42P01",
  });
  await expect(kept.query(add, ["no number", ""])).rejects.toMatchObject({ code: "22P02" });
  expect((await kept.query(add, [3, "three"])).rows).toEqual([{ id: 3, text: "three" }]);
});

test("an error in a transaction undoes it, and its statements still run afterwards", async () => {
  const mark = "update notes set text = $1 where id = 2";
  const failed = kept.transaction(async (tx) => {
    await tx.query(mark, ["lost"]);
    await tx.query(add, [2, "again"]);
  });
  await expect(failed).rejects.toMatchObject({ code: "23505" });
  expect((await kept.query("select text from notes where id = $1", [2])).rows).toEqual([
    { text: "two" },
  ]);
  await kept.transaction((tx) => tx.query(mark, ["kept"]));
  expect((await kept.query("select text from notes where id = $1", [2])).rows).toEqual([
    { text: "kept" },
  ]);
});

test("drops the statement that was not used for longest, and parses it again", async () => {
  const numbered = (n: number) => `select ${n} + $1::int as sum`;
  for (let n = 0; n < 600; n++) {
    await kept.query(numbered(n), [1]);
    await kept.query(numbered(0), [1]);
  }
  const before = await namesKept();
  expect(before).toHaveLength(500);
  expect((await kept.query(numbered(0), [2])).rows).toEqual([{ sum: 2 }]);
  expect(await namesKept()).toEqual(before);
  expect((await kept.query(numbered(1), [2])).rows).toEqual([{ sum: 3 }]);
  const after = await namesKept();
  expect(after).toHaveLength(500);
  expect(after).not.toEqual(before);
});

test("says that a closed database is closed", async () => {
  const closed = await open();
  const { query } = keepStatements(closed);
  await closed.close();
  await expect(query("select $1::int", [1])).rejects.toThrow("closed");
});
