import { createTestDatabase } from "@stampbook/db/testing";
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/run-command.ts";
import { readEnv } from "../../src/env.ts";
import { depsOf, documentWith, importDocument, listener } from "./office.ts";

async function office() {
  const open = await createTestDatabase();
  const customer = { id: 12, name: "Rina", email: "rina@example.com", member_id: "R1" };
  const membership = { level: 100, stamps: 7 };
  const document = documentWith({
    levels: [{ level: 100, name: "Blue" }],
    customers: [{ ...customer, password: "a secret password", membership }],
  });
  await importDocument(depsOf(open), document);
  const run = async (...args: string[]) => {
    const [out, err] = [listener(), listener()];
    const env = { DATABASE_URL: open.url ?? "", SECRET_KEY: "k".repeat(32) };
    const code = await runCommand(["customer", ...args], {
      env: () => readEnv(env),
      out: out.stream,
      err: err.stream,
    });
    return { code, out: out.said(), err: err.said() };
  };
  const merchant = String(document.merchant.id);
  return { open, run, who: ["--merchant", merchant, "--id", "12"] as const };
}

test("M14: customer export writes what is held, and puts it on the record as the operator's", async () => {
  const { open, run, who } = await office();
  const { code, out, err } = await run("export", ...who);
  expect([code, err]).toEqual([0, ""]);
  expect(JSON.parse(out)).toMatchObject({
    profile: { id: 12, name: "Rina" },
    identifiers: { email: "rina@example.com", memberId: "R1" },
    credentials: { hasPassword: true, hasPin: false },
    stampLedger: [{ cause: "opening", stamps: 7 }],
  });
  expect(out).not.toContain("argon2");
  expect(await open.db.query.securityEvents.findMany()).toMatchObject([
    { what: "customer-exported", actor: "operator", subject: "customer 12" },
  ]);
});

test("M14: customer anonymize asks for the id again, then leaves nothing personal", async () => {
  const { open, run, who } = await office();
  for (const wrong of [[], ["--reason", "asked"], ["--reason", "asked", "--confirm", "13"]])
    expect((await run("anonymize", ...who, ...wrong)).code).toBe(2);
  expect(await open.db.query.customers.findFirst()).toMatchObject({ name: "Rina" });
  const done = await run("anonymize", ...who, "--reason", "asked", "--confirm", "12");
  expect(done).toMatchObject({ code: 0, err: "" });
  expect(done.out).not.toContain("Rina");
  expect(await open.db.query.customers.findFirst()).toMatchObject({
    name: "Anonymized customer",
    email: null,
  });
  expect(await open.db.query.auditEntries.findMany()).toMatchObject([
    { action: "customers.anonymize", actor: "operator", reason: "asked" },
  ]);
  expect(await run("export", ...who)).toMatchObject({
    code: 1,
    err: "The merchant has no such customer.\n",
  });
});
