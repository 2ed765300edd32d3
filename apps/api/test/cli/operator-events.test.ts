import { createTestDatabase } from "@stampbook/db/testing";
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/run-command.ts";
import { readEnv } from "../../src/env.ts";
import { depsOf, documentWith, importDocument, listener } from "./office.ts";

async function office() {
  const open = await createTestDatabase();
  const document = documentWith({});
  await importDocument(depsOf(open), document);
  const run = async (...args: string[]) => {
    const [out, err] = [listener(), listener()];
    const env = { DATABASE_URL: open.url ?? "", SECRET_KEY: "a key of these tests: 81f0c2d97b" };
    const code = await runCommand(args, {
      env: () => readEnv(env),
      out: out.stream,
      err: err.stream,
    });
    return { code, out: out.said(), err: err.said() };
  };
  const events = () => open.db.query.securityEvents.findMany({ orderBy: (event) => event.id });
  return { open, run, events, merchant: String(document.merchant.id) };
}

test("M10: tokens that the command line makes and revokes are events, without their secrets", async () => {
  const { open, run, events, merchant } = await office();
  const at = ["--merchant", merchant] as const;
  const made = await run("token", "create", ...at, "--name", "Till 3", "--scopes", "pin");
  expect(made).toMatchObject({ code: 0, err: "" });
  const secret = /Shown this once: (\S+)/.exec(made.out)?.[1] ?? "";
  expect(secret).toMatch(/^sb_live_/);
  expect((await run("token", "revoke", ...at, "--id", "1")).code).toBe(0);
  const common = { actor: "operator", subject: "token 1", result: "done" };
  expect(await events()).toMatchObject([
    { ...common, what: "token-minted" },
    { ...common, what: "token-revoked" },
  ]);
  const entries = await open.db.query.auditEntries.findMany({ orderBy: (entry) => entry.id });
  expect(entries).toMatchObject([
    { action: "settings.tokens.issue", actor: "operator", details: { name: "Till 3" } },
    { action: "settings.tokens.revoke", actor: "operator" },
  ]);
  expect(JSON.stringify([await events(), entries])).not.toContain(secret.slice(12));
  expect(await run("token", "revoke", ...at, "--id", "9")).toMatchObject({
    code: 1,
    err: `Merchant ${merchant} has no token 9.\n`,
  });
  expect(await events()).toHaveLength(2);
});

test("M10: an export by the command line is an event, and is refused where that cannot be written", async () => {
  const { open, run, events, merchant } = await office();
  const done = await run("export", "--merchant", merchant);
  expect(done).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(done.out)).toMatchObject({ merchant: { id: Number(merchant) } });
  expect(await events()).toMatchObject([
    { what: "merchant-exported", result: "done", actor: "operator" },
  ]);
  await open.db.execute("alter table security_events add constraint never check (false) not valid");
  const refused = await run("export", "--merchant", merchant);
  expect([refused.code === 0, refused.out]).toEqual([false, ""]);
});
