import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { textOf } from "./fragment.ts";

const p = sql.placeholder;

test("each merchant's parameter is $1", () => {
  const one = sql`(select name from stores where merchant_id = ${p("merchantId")}::bigint and id = s.id)`;
  expect(textOf(sql`json_build_array(${one}, ${one})`)).toBe(
    `json_build_array(${Array(2)
      .fill("(select name from stores where merchant_id = $1::bigint and id = s.id)")
      .join(", ")})`,
  );
});

test.each([
  ["another name", sql`${p("merchantId")} + ${p("offsetMs")}`],
  ["a value", sql`${7}`],
])("%s is no parameter of a fragment", (_, fragment) => {
  expect(() => textOf(fragment)).toThrow(TypeError);
});
