import { schema } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/run-command.ts";
import { readEnv } from "../../src/env.ts";
import { depsOf, documentWith, importDocument, listener } from "./office.ts";

const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "hello@example.com" };

/** The owner of two merchants, with an authenticator. */
async function office() {
  const open = await createTestDatabase();
  const email = "rina@example.com";
  const merchants: number[] = [];
  for (const _ of ["one", "other"]) {
    const document = documentWith({ staff: [{ email, name: "Rina", role: "owner" }] });
    await importDocument(depsOf(open), document);
    merchants.push(document.merchant.id);
  }
  const guard = async () => {
    await open.db.execute(
      `update staff_users set two_factor_enabled = true where email = '${email}'`,
    );
    const person = await open.db.query.staffUsers.findFirst({
      where: (user, { eq }) => eq(user.email, email),
    });
    const userId = person?.id ?? "";
    const factor = { id: `f${userId}`, userId, secret: "sealed", backupCodes: "sealed" };
    await open.db.insert(schema.staffTwoFactors).values(factor);
    return userId;
  };
  const run = async (settings: Record<string, string>, ...args: string[]) => {
    const [out, err] = [listener(), listener()];
    const env = {
      DATABASE_URL: open.url ?? "",
      SECRET_KEY: "a key of these tests: 81f0c2d97b",
      ...settings,
    };
    const code = await runCommand(["staff", "reset-second-factor", ...args], {
      env: () => readEnv(env),
      out: out.stream,
      err: err.stream,
    });
    return { code, out: out.said(), err: err.said() };
  };
  return { open, merchants, guard, run };
}

test("resets the second factor of whoever is owner alone, on the record of each merchant", async () => {
  const { open, merchants, guard, run } = await office();
  const userId = await guard();
  expect(await run({}, "RINA@example.com")).toEqual({
    code: 0,
    err: "",
    out: [
      "Reset the second factor of Rina (rina@example.com): they are signed out everywhere.",
      "They sign in with their password alone, until they set up a new one.",
      "No mail goes out: tell them.\n",
    ].join("\n"),
  });
  expect(await open.db.query.staffTwoFactors.findMany()).toEqual([]);
  expect(await open.db.query.staffUsers.findMany()).toMatchObject([{ twoFactorEnabled: false }]);
  expect(await open.db.query.outboxMessages.findMany()).toEqual([]);
  const entries = await open.db.query.auditEntries.findMany();
  const reset = entries.filter(({ actor }) => actor === "operator");
  expect(reset.map(({ merchantId }) => merchantId).sort()).toEqual([...merchants].sort());
  for (const one of reset)
    expect(one).toMatchObject({
      action: "settings.staff.resetSecondFactor",
      subject: `staff ${userId}`,
    });
  await guard();
  expect((await run(mail, "rina@example.com")).out).toContain("A mail tells them.");
  expect(await open.db.query.outboxMessages.findMany()).toMatchObject([
    { recipient: "rina@example.com", state: "waiting" },
  ]);
  await open.close();
});

test("says where there is nobody, and nothing to reset", async () => {
  const { open, run } = await office();
  expect(await run({}, "nobody@example.com")).toMatchObject({
    code: 1,
    err: "Nobody of the staff has the email nobody@example.com.\n",
  });
  expect(await run({}, "rina@example.com")).toMatchObject({
    code: 1,
    err: "This person has no second factor.\n",
  });
  await open.close();
});
