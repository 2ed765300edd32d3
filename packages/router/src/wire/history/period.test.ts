import { expect, it } from "vitest";
import { z } from "zod";
import { showInputIssues, shownFailure } from "../../refusals.ts";
import { code } from "../fields.ts";
import { optional } from "../reading.ts";
import { pageFields } from "./cursor.ts";
import { periodFields, withPeriod } from "./period.ts";

const schema = withPeriod(
  z.object({ ...periodFields, invoice_number: optional(code), ...pageFields }),
);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const from = "2026-05-01T00:00:00Z";

/** The wrong fields, in order. */
function wrongIn(input: object): string[] {
  const { error } = schema.safeParse(input);
  return Object.keys((error && shownFailure(showInputIssues(error))?.errors) ?? {});
}

it.each([
  { date: "2026-05-04" },
  { date: "2026-05-04", invoice_number: "1" },
  { invoice_number: "1" },
  { from, to: from },
  { from, to: "2026-06-01T00:00:00Z" },
  { from: daysAgo(30.9) },
  // a later page may end more than 31 days after `from`
  { from: daysAgo(31.1), cursor: "x" },
])("takes %j", (input) => {
  expect(wrongIn(input)).toEqual([]);
});

it.each([
  [{}, ["date"]],
  [{ to: from }, ["date"]],
  [{ to: from, invoice_number: "1" }, ["from"]],
  [{ date: "2026-05-04", from }, ["date"]],
  [{ date: "2026-05-04", to: from }, ["date"]],
  [{ date: "x", from, to: "x" }, ["date", "to"]],
  [{ from: "x", per_page: 0 }, ["from", "per_page"]],
  [{ per_page: 0 }, ["date", "per_page"]],
  [{ from, to: "2026-06-01T00:00:00.001Z" }, ["to"]],
  [{ from, to: "2026-04-30T23:59:59Z" }, ["to"]],
  [{ from: daysAgo(31.1) }, ["to"]],
  [{ from: daysAgo(40), to: daysAgo(5), cursor: "x" }, ["to"]],
])("refuses %j", (input, fields) => {
  expect(wrongIn(input)).toEqual(fields);
});
