import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { connect, type EndedStatement, type OpenDb, run, runText, statement } from "../index.ts";
import { findBinaries } from "../testing/binaries.ts";
import { createTestDatabase, openClient, startPostgres } from "../testing/index.ts";

const given = sql`select ${sql.placeholder("n")}::int as n`;
const withArms = statement<number>("with_arms", { given }, sql`(select to_json(n) from given)`);
const withoutArms = statement<number>("without_arms", {}, sql`to_json(1)`);
const asText = {
  name: "as_text_many",
  text: "with\ncalls as (select $1::int as n)\nselect n from calls",
  parameters: 1,
};

async function runAll({ db }: Pick<OpenDb, "db">) {
  expect(await run(db, withArms, { n: 7 })).toBe(7);
  expect(await run(db, withoutArms, {})).toBe(1);
  expect(await runText(db, asText, [7])).toEqual([[7]]);
}

let open: { readonly close: () => Promise<unknown> };
afterEach(() => open.close());

describe("the name of a statement", () => {
  test("is a comment after the first word, the same in each call", async () => {
    const texts: string[] = [];
    const ended: EndedStatement[] = [];
    const database = await createTestDatabase({
      connections: 1,
      onStatement: (text) => texts.push(text),
      onEnd: (each) => ended.push(each),
    });
    open = database;
    await runAll(database);
    await runAll(database);
    const begins = texts.map((text) => text.split("*/")[0]);
    const names = ["with_arms", "without_arms", "as_text_many"];
    const [one, other, third] = names;
    const once = [`with /* ${one} `, `select /* ${other} `, `with /* ${third} `];
    expect(begins).toEqual([...once, ...once]);
    expect(new Set(texts).size).toBe(3);
    expect(ended.map((each) => each.statement).filter((name) => names.includes(name))).toEqual([
      ...names,
      ...names,
    ]);
  });

  const hasModule = ["lib", "lib/postgresql"].some((folder) =>
    ["so", "dylib", "dll"].some((end) =>
      existsSync(join(findBinaries(), "..", folder, `pg_stat_statements.${end}`)),
    ),
  );
  test.skipIf(!hasModule)("is kept by pg_stat_statements", async () => {
    const server = await startPostgres({
      settings: { shared_preload_libraries: "pg_stat_statements" },
    });
    open = { close: server.stop };
    const database = await connect({ url: server.url });
    const client = openClient(server.url);
    try {
      await client`create extension pg_stat_statements`;
      await runAll(database);
      await runAll(database);
      const found = await client`select substring(query from '/[*] ([a-z_]+) [*]/') as name,
          calls::int from pg_stat_statements where query ~ '^[a-z]+ /[*]' order by 1`;
      expect([...found]).toEqual(
        ["as_text_many", "with_arms", "without_arms"].map((name) => ({ name, calls: 2 })),
      );
    } finally {
      await client.end();
      await database.close();
    }
  });
});
