import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { asPart } from "../index.ts";

const textOf = (...[text, ...values]: Parameters<typeof asPart>) =>
  new PgDialect().sqlToQuery(asPart(text, ...values));

test("values take the places of their numbers, each as often as it is named", () => {
  const { sql: text, params } = textOf("$2 + $1 * $2", sql`${7}`, sql.raw("b.stamps"));
  expect(text).toBe("b.stamps + $1 * b.stamps");
  expect(params).toEqual([7]);
});

test("a dollar sign without a number stays", () => {
  expect(textOf("a ~ '^[0-9]{1,18}$' or b = $1", sql.raw("c")).sql).toBe(
    "a ~ '^[0-9]{1,18}$' or b = c",
  );
});

test("a number without a value is an error", () => {
  expect(() => asPart("$1 = $2", sql`a`)).toThrow("$2 has no value");
});
