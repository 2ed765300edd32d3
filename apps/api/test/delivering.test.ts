import { type ChildProcess, spawn } from "node:child_process";
import { requestOtp } from "@stampbook/core/otp";
import { createHarness } from "@stampbook/core/testing";
import { schema } from "@stampbook/db";
import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { program, stampbook as run, withNode } from "./cli/stampbook.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";
import { killServers, startServer } from "./server-process.ts";

const SECRET_KEY = "a test's own secret key, long enough";
const running = new Set<ChildProcess>();
let mail: MailServer;
beforeEach(async () => {
  mail = await startMailServer();
});
afterEach(async () => {
  for (const child of running) child.kill("SIGKILL");
  killServers();
  await mail.close();
});

const byMail = () => ({ SMTP_URL: mail.url, MAIL_FROM: "Shop <shop@example.com>" });

/** Starts a command in a separate process, and collects its output. */
function start(args: readonly string[], settings: Record<string, string>) {
  const child = spawn(program, args, { env: { ...withNode, ...settings } });
  running.add(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  const ended = new Promise<number | null>((resolve) =>
    child.once("exit", (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  return { child, said: () => said, ended };
}

async function until(met: () => boolean) {
  while (!met()) await new Promise((resolve) => setTimeout(resolve, 20));
}

let database: TestDatabase;
let settings: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  settings = { DATABASE_URL: database.url, SECRET_KEY };
});
afterAll(() => database?.close());

/** A merchant with a template of an email, and a customer. */
async function openShop() {
  const harness = createHarness(database.db);
  const merchant = await harness.given.merchant();
  const words = { body: "Your code is {{otp}}", html: "<b>{{otp}}</b>" };
  const template = { merchantId: merchant.id, code: "otp", channel: "email", ...words };
  await database.db.insert(schema.messageTemplates).values(template);
  return { ...harness, merchant, customer: await harness.given.customer(merchant) };
}

it("the server itself sends a code that is asked for with a template, and never says it", {
  timeout: 180_000,
}, async () => {
  const { given, deps, merchant, customer } = await openShop();
  const secret = deps.secrets.newTokenSecret();
  await given.token(merchant, { secret, hash: deps.secrets.hashToken(secret) });
  const server = startServer({ ...settings, ...byMail(), LOG_LEVEL: "trace" });
  const url = await server.address();
  const answer = await fetch(`${url}/api/pin/request-otp-for-reset`, {
    method: "POST",
    headers: { authorization: `Token ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ user: customer.email, template_code: "otp" }),
  });
  const { otp } = (await answer.json()) as { otp: string };
  expect([answer.status, otp]).toEqual([200, expect.stringMatching(/^\d{6}$/)]);
  await until(() => mail.mails.length > 0);
  expect(mail.mails).toMatchObject([
    {
      to: [{ address: customer.email }],
      text: expect.stringContaining(otp),
      html: expect.stringContaining(otp),
    },
  ]);
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(server.said()).not.toMatch(new RegExp(`(?<![0-9.])${otp}(?![0-9])`));
});

describe("the command line", () => {
  /** Queues an email with a one-time password for a customer. Returns the email's expected text. */
  async function queued() {
    const { as, merchant, customer } = await openShop();
    const wanted = {
      user: customer.id,
      purpose: "pin",
      type: "email",
      templateCode: "otp",
    } as const;
    const { otp } = await requestOtp(as(merchant), wanted);
    return `Your code is ${otp.reveal()}`;
  }

  async function stampbook(more: Record<string, string>, ...args: string[]) {
    const { code, out, err } = await run({ ...settings, ...more }, ...args);
    return [code, out + err];
  }

  it("says what is set up and what waits, and no password", async () => {
    await queued();
    const [code, said] = await stampbook({}, "doctor");
    expect(said).toContain("delivery    nothing configured");
    expect(said).toMatch(/^ok +outbox +waiting: 1 by email; nothing is set up to send by email$/m);
    // the tests' several merchants need mail
    expect(String(said).match(/^fix +.*/gm)).toEqual([
      expect.stringContaining("several merchants"),
    ]);
    expect(code).toBe(1);
    const production = { NODE_ENV: "production" };
    const [strict, fix] = await stampbook(production, "doctor");
    expect([strict, fix]).toEqual([1, expect.stringMatching(/^fix +outbox/m)]);

    const hook = {
      SMS_PROVIDER: "webhook",
      SMS_URL: "http://127.0.0.1:2",
      SMS_TOKEN: "canary",
    };
    const smtp = { ...byMail(), SMTP_URL: mail.url.replace("//", "//someone:canary@") };
    const [, set] = await stampbook({ ...production, ...smtp, ...hook }, "doctor");
    expect(set).toMatch(/^fix +delivery +email by 127\.0\.0\.1:\d+ does not work \(SMTP /m);
    expect(set).toMatch(/^ +SMS by webhook does not work \(no answer: ECONNREFUSED\)/m);
    expect(set).toMatch(/^ok +outbox +waiting: 1 by email$/m);
    expect(set).not.toContain("canary");
    await database.db.delete(schema.outboxMessages);
  });

  it("sends in a process of its own, until it is stopped", async () => {
    const text = await queued();
    const { child, said, ended } = start(["deliver"], { ...settings, ...byMail() });
    await until(() => mail.mails.length > 0 || child.exitCode !== null);
    expect(mail.mails.map((sent) => sent.text?.trim())).toEqual([text]);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(said()).toBe("Sending by email; Ctrl+C stops it.\n");
    expect(await stampbook(byMail(), "doctor")).toEqual([
      0,
      expect.stringContaining("no messages are waiting"),
    ]);
  });

  it("does not pretend to send where nothing is set up", async () => {
    expect(await stampbook({}, "deliver")).toEqual([
      1,
      "Nothing is set up to send with: set SMTP_URL and MAIL_FROM, SMS_PROVIDER or WHATSAPP_PROVIDER.\n",
    ]);
  });
});
