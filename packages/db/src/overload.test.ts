import { expect, it } from "vitest";
import { isOverload } from "./overload.ts";

const coded = (code: string, cause?: unknown) =>
  Object.assign(new Error(code, { cause }), { code });

it.each([
  ["08006", true],
  ["40001", true],
  ["40P01", true],
  ["53300", true],
  ["53100", true],
  ["55P03", true],
  ["57014", true],
  ["57P01", true],
  ["25006", true],
  ["ECONNREFUSED", true],
  ["CONNECTION_CLOSED", true],
  ["CONNECTION_ENDED", true],
  ["CONNECT_TIMEOUT", true],
  ["DATABASE_BUSY", true],
  ["DATABASE_SILENT", true],
  ["CALLER_GONE", true],
  ["23505", false],
  ["42P01", false],
  ["22P02", false],
  ["ERR_INVALID_ARG_TYPE", false],
])("%s means that a retry may help: %s", (code, passing) => {
  expect(isOverload(coded(code))).toBe(passing);
  expect(isOverload(new Error("wrapped", { cause: coded(code) }))).toBe(passing);
});

it("knows nothing of what is no error", () => {
  expect(isOverload(undefined)).toBe(false);
  expect(isOverload("08006")).toBe(false);
  expect(isOverload(new Error("plain"))).toBe(false);
});
