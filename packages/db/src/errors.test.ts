import { sql } from "drizzle-orm";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { expect, test } from "vitest";
import {
  GuardRefused,
  isDatabaseError,
  MissingRow,
  run,
  schema,
  statement,
  wasRolledBack,
  withoutParameters,
} from "./index.ts";

const failure = (code: string) => Object.assign(new Error("reason"), { code });

test.each([
  ["23505", true],
  ["57P01", true],
  ["SB001", true],
  ["EPIPE", false],
  ["ECONNRESET", false],
  ["CONNECTION_CLOSED", false],
])("code %s comes from the database: %s", (code, expected) => {
  expect(isDatabaseError(failure(code))).toBe(expected);
});

test.each([
  ["an ERROR of the server", { code: "23505", severity: "ERROR" }, true],
  ["a FATAL", { code: "57P01", severity: "FATAL" }, false],
  ["an ERROR that says the connection is gone", { code: "08006", severity: "ERROR" }, false],
  ["a socket's error", { code: "ECONNRESET" }, false],
  ["a SQLSTATE without a severity", { code: "23505" }, false],
])("%s left nothing of the statement: %j %s", (_, parts, expected) => {
  expect(wasRolledBack(Object.assign(new Error("reason"), parts))).toBe(expected);
});

test("a guard's refusal left nothing of the statement", () => {
  expect(wasRolledBack(new GuardRefused("state"))).toBe(true);
});

test("an error loses its statement's parameters, and a refusal becomes the guard's", () => {
  const failed = (cause: Error) => new DrizzleQueryError("select $1", ["a secret"], cause);
  const duplicate = failure("23505");
  expect(withoutParameters(failed(duplicate))).toBe(duplicate);
  expect(withoutParameters(failed(failure("SB001")))).toEqual(new GuardRefused("reason"));
  expect(String(withoutParameters(new DrizzleQueryError("select $1", ["a secret"])))).not.toContain(
    "a secret",
  );
});

test("F1: an answer without its row is an error, never null", async () => {
  const lossy = {
    options: { parsers: {}, serializers: {} },
    unsafe: () => ({ values: async () => [] }),
  };
  const db = drizzle({ client: lossy as unknown as postgres.Sql, schema });
  const missing = run(db, statement("of_none", {}, sql`null::json`), {});
  await expect(missing).rejects.toBeInstanceOf(MissingRow);
  await expect(missing).rejects.toThrow("of_none");
});
