import { globSync, readFileSync } from "node:fs";
import { appRouter, listProcedures } from "@stampbook/router";
import { expect, test } from "vitest";
import { toldBy } from "../src/features/audit/changes.ts";
import { actionOf, listOf } from "../src/features/security/procedures.ts";
import en from "../src/messages/en.json" with { type: "json" };
import id from "../src/messages/id.json" with { type: "json" };

const core = new URL("../../../packages/core/src/", import.meta.url).pathname;

/** Returns the actions in the source of the audit log's entries, and in the texts of the kernel's statements. */
function actionsWritten(): string[] {
  const files = globSync("**/*.ts", { cwd: core }).filter((file) => !/test|testing/.test(file));
  const found = files.flatMap((file) => {
    const text = readFileSync(core + file, "utf8");
    const named = text.match(/^.*(?:\baction\b|decideBooking\().*$/gim) ?? [];
    const actions = named.flatMap((line) => [...line.matchAll(/"([a-zA-Z]{2,}\.[a-zA-Z.]+)"/g)]);
    const operations = /audit/i.test(text)
      ? [...text.matchAll(/\boperation = "([a-zA-Z.]+)"/g)]
      : [];
    return [...actions, ...operations];
  });
  const statements = globSync("**/refusals/*.many.sql", { cwd: core }).flatMap((file) => [
    ...readFileSync(core + file, "utf8").matchAll(
      /insert into audit_entries[^']*c\.audit_id, '([a-zA-Z.]+)'/g,
    ),
  ]);
  return [...new Set([...found, ...statements].map(([, action = ""]) => action))].sort();
}

/** Returns the fields whose old and new values a statement of the core writes. */
function fieldsWritten(): string[] {
  const files = globSync("**/*.ts", { cwd: core }).filter((file) => !/test|testing/.test(file));
  const found = files.flatMap((file) => [
    ...readFileSync(core + file, "utf8").matchAll(/'(\w+)', json_build_object\('from'/g),
  ]);
  return [...new Set(found.map(([, field = ""]) => field))].sort();
}

const has = (words: unknown, key: string) =>
  typeof key.split(".").reduce<unknown>((at, part) => (at as never)?.[part], words) === "string";

for (const [locale, messages] of Object.entries({ en, id })) {
  test(`D14: the audit log has words for every action: ${locale}`, () => {
    const actions = actionsWritten();
    expect(actions).toEqual(expect.arrayContaining(["redemptions.cancel", "bookings.seat"]));
    expect(actions.length).toBeGreaterThan(50);
    const missing = actions.filter((action) => !has(messages.audit.actions, action));
    expect(missing, `without a text in audit.actions of ${locale}.json`).toEqual([]);
  });

  test(`D14: the audit log has words for every field of a statement: ${locale}`, () => {
    const fields = fieldsWritten();
    expect(fields).toContain("level_until");
    expect(fields.filter((field) => !has(messages.audit.fields, field))).toEqual([]);
  });

  test(`D14: the security log has words for every procedure that can be denied or exports: ${locale}`, () => {
    const procedures = listProcedures(appRouter)
      .filter(({ meta }) => meta.role === "manager" || meta.role === "owner")
      .map(({ name }) => name);
    const missing = procedures.filter(
      (name) =>
        !has(messages.audit.actions, actionOf(name)) && !has(messages.security.lists, listOf(name)),
    );
    const places = "audit.actions (what changes) or security.lists (what reads)";
    expect(missing, `without a text in ${places} of ${locale}.json`).toEqual([]);
  });
}

test("D14: a new record tells what names it, and nothing about fields that stayed empty", () => {
  const none = { from: null, to: null };
  const details = {
    name: { from: null, to: "" },
    mobileNumber: { from: null, to: "+62812" },
    gender: { from: null, to: "" },
    birthday: none,
    level: { from: null, to: 100 },
  };
  expect(toldBy("members.register", details)).toEqual([{ field: "mobileNumber", to: "+62812" }]);
  const change = { gender: { from: "", to: "f" }, birthday: none };
  expect(toldBy("customers.edit", { ...change, name: { from: "A", to: "B" } })).toEqual([
    { field: "gender", from: "", to: "f" },
    { field: "name", from: "A", to: "B" },
  ]);
});

test("D14: what names a sale is its invoice number", () => {
  expect(toldBy("transactions.cancel", { name: "INV-1" })).toEqual([
    { field: "invoiceNumber", to: "INV-1" },
  ]);
});
