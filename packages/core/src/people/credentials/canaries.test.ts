import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deliverMessages, type OutgoingMessage } from "../../foundation/messages/index.ts";
import { Secret } from "../../foundation/secret.ts";
import { authorizeRedemption } from "../../spending/redeeming/index.ts";
import { credentialsIn } from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { requestOtp } from "../otp/index.ts";
import { changePassword, resetPassword, setPassword, validatePassword } from "../password/index.ts";
import { changePin, resetPin, resetPinWithPassword, setPin, validatePin } from "../pin/index.ts";

const statements: string[] = [];
const t = harnessOfFile({ isOwn: true, onStatement: (text) => statements.push(text) });

/** Returns every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await t.db.execute(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const rows = await Promise.all(
    [...(tables as unknown as Iterable<{ name: string }>)].map(({ name }) =>
      t.db.execute(sql`select x::text as row from ${sql.identifier(name)} x`),
    ),
  );
  return JSON.stringify(rows);
}

/**
 * Returns whether the text contains the secret, in plain text, in lower-case hexadecimal, or as base64 of the
 * secret alone. In plain text, digits inside a longer number are no match.
 */
function holds(written: string, secret: string): boolean {
  const bytes = Buffer.from(secret);
  return (
    new RegExp(`(?<![0-9.])${secret}(?![0-9])`).test(written) ||
    written.includes(bytes.toString("hex")) ||
    written.includes(bytes.toString("base64").replace(/=+$/, ""))
  );
}

test("no password, PIN or one-time password is in a row, a statement, an error or anything printed", async () => {
  const given = credentialsIn(t);
  const { merchant, customer, ctx, user } = await given.customer();
  for (const channel of ["email", "sms"] as const)
    await given.template(merchant, { code: "otp", channel, body: "{{otp}}", html: "{{otp}}" });
  await given.template(merchant, { code: "credential_changed", body: "{{credential}}" });

  const canaries: Secret[] = [];
  const canary = (text: string) => {
    const secret = new Secret(text);
    canaries.push(secret);
    return secret;
  };
  const pins = ["318427", "590273", "740615"].map(canary);
  const [pin, otherPin, wrongPin] = pins as [Secret, Secret, Secret];
  const [password, otherPassword, wrongPassword] = ["canary-one", "canary-two", "canary-bad"].map(
    canary,
  ) as [Secret, Secret, Secret];
  const otp = async (purpose: "pin" | "password", type: "email" | "sms") => {
    const made = await requestOtp(ctx, { user, purpose, type, templateCode: "otp" });
    return canary(made.otp.reveal());
  };

  const printed: string[] = [];
  const told = (what: unknown) => {
    printed.push(inspect(what, { depth: 20, showHidden: true }), JSON.stringify(what) ?? "");
    if (what instanceof Error) printed.push(what.stack ?? "", String(what.cause));
  };
  const steps = [
    () => setPin(ctx, { user, pin, confirmPin: pin }),
    () => setPin(ctx, { user, pin: otherPin, confirmPin: otherPin }),
    () => validatePin(ctx, { user, pin: wrongPin }),
    () => changePin(ctx, { user, currentPin: wrongPin, newPin: pin, confirmNewPin: pin }),
    () => changePin(ctx, { user, currentPin: pin, newPin: otherPin, confirmNewPin: otherPin }),
    () => authorizeRedemption(ctx, { user, pin: wrongPin, requestId: "r", timeout: 60 }),
    async () => resetPin(ctx, { user, otp: await otp("pin", "email"), pin, confirmPin: pin }),
    async () => resetPin(ctx, { user, otp: canary("083516"), pin, confirmPin: pin }),
    () => setPassword(ctx, { user: customer.email, newPassword: password }),
    () => validatePassword(ctx, { user: customer.email, password: wrongPassword }),
    () => resetPinWithPassword(ctx, { user, password: wrongPassword, pin, confirmPin: pin }),
    () => changePassword(ctx, { user, oldPassword: password, newPassword: otherPassword }),
    async () =>
      resetPassword(ctx, {
        user,
        otp: await otp("password", "sms"),
        newPassword: password,
        confirmNewPassword: password,
      }),
    // PostgreSQL refuses `setPin` for an id out of range, and `resetPinWithPassword` for a broken constraint;
    // its errors may quote the row
    () =>
      setPin(
        { ...ctx, ids: { ...ctx.ids, take: async () => -(2 ** 70) } },
        { user, pin, confirmPin: pin },
      ),
    () =>
      t.db.execute(
        sql`alter table pins add constraint never check (merchant_id <> ${sql.raw(String(merchant.id))}) not valid`,
      ),
    () => resetPinWithPassword(ctx, { user, password, pin, confirmPin: pin }),
    () => t.db.execute(sql`alter table pins drop constraint never`),
  ];
  for (const step of steps) await step().then(told, told);
  told(await otp("pin", "email"));
  told({ pins, password });

  const sent: OutgoingMessage[] = [];
  const before = await dump();
  for (const channel of ["email", "sms"] as const)
    await deliverMessages(t.deps, channel, async (message) => {
      sent.push(message);
      throw new Error(`the provider says ${message.text}`);
    });
  expect(sent.length).toBeGreaterThan(0);

  const written = [before, await dump(), ...statements, ...printed].join("\n");
  expect(printed.join()).toContain("Invalid PIN");
  expect(printed.join()).toContain("violates check constraint");
  const found = canaries.map((secret) => secret.reveal()).filter((text) => holds(written, text));
  expect(found).toEqual([]);
  // the search itself works: `holds` finds a canary that a message contains
  expect(holds(JSON.stringify(sent), canaries.at(-1)?.reveal() ?? "")).toBe(true);
});
