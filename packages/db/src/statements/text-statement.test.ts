import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { type OpenDb, runText, wasRolledBack } from "../index.ts";
import { createTestDatabase } from "../testing/index.ts";

const numbers = {
  name: "numbers",
  text: "select c.n, c.word from json_to_recordset($2) as c(n int, word text) where c.n > $1 order by c.n",
  parameters: 2,
};
const broken = { name: "broken", text: "select 1 / $1::int", parameters: 1 };

let open: OpenDb;
afterEach(() => open.close());

describe("a statement by its text", () => {
  test("returns its rows", async () => {
    open = await createTestDatabase({ connections: 1 });
    const words = JSON.stringify(["a", "b", "c"].map((word, n) => ({ n, word })));
    expect(await runText(open.db, numbers, [0, words])).toEqual([
      [1, "b"],
      [2, "c"],
    ]);
    expect(await runText(open.db, numbers, [9, words])).toEqual([]);
  });

  test("throws the server's error without parameters, known as one that rolled back", async () => {
    open = await createTestDatabase({ connections: 1 });
    const error = await runText(open.db, broken, [0]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "22012" });
    expect(wasRolledBack(error)).toBe(true);
  });
});

test("the server parses it once a connection", async () => {
  open = await createTestDatabase({ connections: 1 });
  for (let n = 0; n < 7; n++) await runText(open.db, numbers, [n, "[]"]);
  expect(
    await open.db.execute(sql`select count(*)::int as times from pg_prepared_statements
      where statement like '%json_to_recordset%' and statement not like '%pg_prepared%'`),
  ).toMatchObject([{ times: 1 }]);
});
