import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import type { CoreContext } from "@stampbook/core/context";
import { countWaitingMessages, type MessageSenders } from "@stampbook/core/messages";
import { requestOtp } from "@stampbook/core/otp";
import { createHarness, type Harness } from "@stampbook/core/testing";
import { schema } from "@stampbook/db";
import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../test/mail-server.ts";
import { type DeliveryNotes, startDelivery } from "./dispatcher.ts";
import { deliveryNotes } from "./notes.ts";
import { createSenders } from "./senders.ts";

let database: TestDatabase;
let t: Harness;
beforeAll(async () => {
  database = await createTestDatabase();
  t = createHarness(database.db);
});
afterAll(() => database.close());

/** Cleanup functions for the end of a test, run in reverse order. */
let ends: (() => Promise<unknown>)[];
beforeEach(() => {
  ends = [];
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
});

const pace = { restMs: 10, lookMs: 10, graceMs: 1_000 };
const quiet: DeliveryNotes = {
  onError: () => {},
  onTrouble: () => {},
  onUnsendable: () => {},
};

function deliver(senders: MessageSenders, notes = quiet, clockOffsetMs = 0) {
  const delivery = startDelivery({ ...t.deps, clockOffsetMs }, senders, notes, pace);
  ends.push(delivery.stop);
  return delivery;
}

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  ends.push(server.close);
  return server;
}

const byMail = ({ url }: MailServer) =>
  createSenders({ email: { url, from: "shop@example.com" }, sms: null, whatsapp: null });

/**
 * Makes a merchant with a template for each channel. Returns its context, and a function that makes
 * customers.
 */
async function shop() {
  const merchant = await t.given.merchant();
  await database.db.insert(schema.messageTemplates).values(
    (["email", "sms", "whatsapp"] as const).map((channel) => ({
      merchantId: merchant.id,
      code: "otp",
      channel,
      subject: "Code",
      body: "Your code is {{otp}}",
    })),
  );
  const customer = (mobileNumber: string | null = null) =>
    t.given.customer(merchant, { mobileNumber });
  return { ctx: t.as(merchant), customer };
}

async function ask(ctx: CoreContext, user: number, type: "email" | "sms" | "whatsapp" = "email") {
  const { otp } = await requestOtp(ctx, { user, purpose: "pin", type, templateCode: "otp" });
  return `Your code is ${otp.reveal()}`;
}

async function until(met: () => boolean | Promise<boolean>) {
  while (!(await met())) await new Promise((resolve) => setTimeout(resolve, 10));
}
const nothingWaits = async () =>
  Object.values(await countWaitingMessages(t.deps)).every(({ count }) => count === 0);

test("a code arrives by email, SMS and WhatsApp, each at its provider", async () => {
  const server = await mailServer();
  const received: unknown[] = [];
  const hook = createServer(async (request, response) => {
    received.push(await json(request));
    response.end("{}");
  });
  await new Promise<void>((listening) => hook.listen(0, "127.0.0.1", listening));
  ends.push(() => new Promise((closed) => hook.close(closed)));
  const address = hook.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const webhook = { provider: "webhook", url, token: null } as const;
  deliver(
    createSenders({
      email: { url: server.url, from: "shop@example.com" },
      sms: webhook,
      whatsapp: webhook,
    }),
  );
  const { ctx, customer } = await shop();
  const numbers = ["+628123456781", "+628123456782", "+628123456783"] as const;
  const [mailed, texted, whatsapped] = await Promise.all(numbers.map(customer));
  const texts = [
    await ask(ctx, mailed?.id ?? 0),
    await ask(ctx, texted?.id ?? 0, "sms"),
    await ask(ctx, whatsapped?.id ?? 0, "whatsapp"),
  ];
  await until(nothingWaits);
  expect(server.mails).toMatchObject([
    { to: [{ address: mailed?.email }], subject: "Code", text: `${texts[0]}\n` },
  ]);
  const id = expect.any(String);
  expect(received).toHaveLength(2);
  expect(received).toContainEqual({ to: numbers[1], id, channel: "sms", text: texts[1] });
  expect(received).toContainEqual({ to: numbers[2], id, channel: "whatsapp", text: texts[2] });
});

test("a provider that never answers holds up no call", async () => {
  const server = await mailServer({ silent: true });
  deliver(byMail(server));
  const { ctx, customer } = await shop();
  await ask(ctx, (await customer()).id);
  await until(() => server.conversations() > 0);
  // these requests are answered while the mail server still keeps the first mail waiting
  const customers = await Promise.all(Array.from({ length: 20 }, () => customer()));
  await Promise.all(customers.map(({ id }) => ask(ctx, id)));
  expect(server.mails).toEqual([]);
  await database.db.delete(schema.outboxMessages);
});

test("a provider that is away for a while: all arrive, each once, between two processes", async () => {
  const first = await startMailServer();
  await first.close();
  const senders = byMail(first);
  const troubles: number[] = [];
  const notes = { ...quiet, onTrouble: ({ putOff }: { putOff: number }) => troubles.push(putOff) };
  const [one, two] = [deliver(senders, notes), deliver(senders, notes)];
  const { ctx, customer } = await shop();
  const customers = await Promise.all(Array.from({ length: 15 }, () => customer()));
  const texts = await Promise.all(customers.map(({ id }) => ask(ctx, id)));
  await until(() => troubles.reduce((sum, count) => sum + count, 0) >= 15);
  expect((await countWaitingMessages(t.deps)).email.count).toBe(15);

  const again = await mailServer({ port: first.port });
  await Promise.all([one.stop(), two.stop()]);
  // two more processes, whose clocks are two minutes ahead, so that every postponed message is due
  deliver(senders, quiet, 120_000);
  deliver(senders, quiet, 120_000);
  await until(nothingWaits);
  expect(again.mails.map(({ text }) => text?.trim()).sort()).toEqual(texts.sort());
});

test("one mail that nobody takes keeps no other from arriving", async () => {
  const { ctx, customer } = await shop();
  const [good, bad] = [await customer(), await customer()];
  const server = await mailServer({ refusing: { recipient: bad.email, code: 550 } });
  deliver(byMail(server));
  const [, text] = await Promise.all([ask(ctx, bad.id), ask(ctx, good.id)]);
  await until(nothingWaits);
  expect(server.mails.map(({ text }) => text?.trim())).toEqual([text]);
});

test("with nothing set up messages wait, and the log says so without a word of them", async () => {
  const { ctx, customer } = await shop();
  const said: unknown[] = [];
  const text = await ask(ctx, (await customer()).id);
  deliver({}, deliveryNotes({ warn: (...line: unknown[]) => said.push(...line) }));
  await until(() => said.length > 0);
  expect(said).toEqual([
    "1 message(s) by email wait in the outbox: without SMTP_URL nothing sends them",
  ]);
  expect(JSON.stringify(said)).not.toContain(text.slice(-6));
  await database.db.delete(schema.outboxMessages);
});

test("stopping gives up what takes too long, and the message waits for its next attempt", async () => {
  const { ctx, customer } = await shop();
  let begun = () => {};
  const began = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const { stop } = startDelivery(
    t.deps,
    {
      email: (_message, signal) =>
        new Promise((resolve) => {
          begun();
          const unknown = { kind: "unknown", reason: "given up" } as const;
          signal.addEventListener("abort", () => resolve(unknown));
        }),
    },
    quiet,
    { ...pace, graceMs: 1 },
  );
  await ask(ctx, (await customer()).id);
  await began;
  await stop();
  expect((await countWaitingMessages(t.deps)).email.count).toBe(1);
  await database.db.delete(schema.outboxMessages);
});

test("stopping ends what is under way first", async () => {
  const { ctx, customer } = await shop();
  let begun = () => {};
  const began = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let finish = () => {};
  const { stop } = deliver({
    email: () =>
      new Promise((resolve) => {
        finish = () => resolve({ kind: "sent", providerId: null });
        begun();
      }),
  });
  await ask(ctx, (await customer()).id);
  await began;
  const stopped = stop();
  finish();
  await stopped;
  expect(await nothingWaits()).toBe(true);
});
