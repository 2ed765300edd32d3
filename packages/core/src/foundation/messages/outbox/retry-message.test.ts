import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { requestOtp } from "../../../people/otp/index.ts";
import { resetPin } from "../../../people/pin/index.ts";
import { credentialsIn } from "../../../testing/credentials.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import type { Merchant } from "../../context.ts";
import { Secret } from "../../secret.ts";
import {
  deliverMessages,
  forgetOldMessages,
  listOutbox,
  type OutgoingMessage,
  retryMessage,
} from "../index.ts";

const t = harnessOfFile({ isOwn: true });
const given = credentialsIn(t);

const any = { from: null, to: null, state: null, channel: null, customerId: null };
const unsent = { purpose: "pin", type: null, templateCode: null } as const;
const newPin = { pin: new Secret("135790"), confirmPin: new Secret("135790") };
const refuse = async () => ({ kind: "failed", reason: "SMTP 550", isPermanent: true }) as const;

/**
 * Makes a merchant with a dead message. The message has a one-time password, and the provider refused the
 * message permanently.
 */
async function refused() {
  const merchant = await t.given.merchant();
  await given.template(merchant, { code: "otp", subject: "Code", body: "Your code is {{otp}}" });
  const { id: user } = await t.given.customer(merchant);
  const wanted = { user, purpose: "pin", type: "email", templateCode: "otp" } as const;
  const { otp } = await requestOtp(t.as(merchant), wanted);
  await deliverMessages(t.deps, "email", refuse);
  const message = await onlyOf(merchant);
  expect(message).toMatchObject({ state: "dead", attempts: 1, isRetriable: true });
  return { merchant, user, ctx: staffOf(merchant), id: message?.id ?? "", text: otp.reveal() };
}

const staffOf = (merchant: Merchant) =>
  t.as(merchant, {
    caller: { kind: "staff", merchant, userId: "u1", role: "manager", stores: null },
  });

async function onlyOf(merchant: Merchant) {
  const { items } = await listOutbox(staffOf(merchant), { ...any, after: null, limit: 9 });
  expect(items).toHaveLength(1);
  return items[0];
}

async function payloadOf(id: string) {
  const { outboxMessages: o } = schema;
  const [row] = await t.db.select({ payload: o.payload }).from(o).where(eq(o.id, id));
  return row?.payload;
}

test("a dead message is tried again from its first attempt on, once, and on the record", async () => {
  const { merchant, ctx, id, text } = await refused();
  const ends = await Promise.allSettled([retryMessage(ctx, id), retryMessage(ctx, id)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await onlyOf(merchant)).toMatchObject({
    state: "waiting",
    attempts: 0,
    lastError: null,
    endedAt: null,
    isRetriable: false,
  });
  const messages: OutgoingMessage[] = [];
  await deliverMessages(t.deps, "email", async (message) => {
    messages.push(message);
    return { kind: "sent", providerId: "p-1" };
  });
  expect(messages).toMatchObject([{ id, text: `Your code is ${text}` }]);
  expect(await onlyOf(merchant)).toMatchObject({ state: "sent", attempts: 1 });
  expect(await payloadOf(id)).toBeNull();
  expect((await refusalOf(retryMessage(ctx, id))).message).toMatch(/^Only a message that was not/);
  const entries = await t.db.query.auditEntries.findMany({
    where: (e, { eq }) => eq(e.merchantId, merchant.id),
  });
  expect(entries.filter(({ action }) => action === "settings.outbox.retry")).toMatchObject([
    { actor: "staff:u1", subject: `message ${id}` },
  ]);
});

test("a one-time password that has expired is not sent again, and its text goes", async () => {
  const { merchant, ctx, id } = await refused();
  const later = { clockOffsetMs: 301_000 };
  expect(await refusalOf(retryMessage({ ...ctx, ...later }, id))).toMatchObject({
    code: "invalid",
    field: "id",
    message: "The code in this message is no longer good. The customer has to ask for a new one.",
  });
  expect(await onlyOf(merchant)).toMatchObject({ state: "dead", attempts: 1 });
  await forgetOldMessages(t.deps);
  expect(await payloadOf(id)).toEqual(expect.any(String));
  await forgetOldMessages({ ...t.deps, ...later });
  expect(await payloadOf(id)).toBeNull();
  expect(await onlyOf(merchant)).toMatchObject({ state: "dead", isRetriable: false });
});

test("what was never written or held back cannot be sent again, nor another merchant's", async () => {
  const { ctx, id } = await refused();
  const strange = staffOf(await t.given.merchant());
  expect((await refusalOf(retryMessage(strange, id))).message).toBe("There is no such message.");
  await t.db
    .update(schema.outboxMessages)
    .set({ payload: null })
    .where(eq(schema.outboxMessages.id, id));
  expect((await refusalOf(retryMessage(ctx, id))).message).toMatch(/never written/);
  await t.db
    .update(schema.outboxMessages)
    .set({ lastError: "limit reached" })
    .where(eq(schema.outboxMessages.id, id));
  expect((await refusalOf(retryMessage(ctx, id))).message).toMatch(/held back: a daily or hourly/);
});

test.each<[string, (of: Awaited<ReturnType<typeof refused>>) => Promise<unknown>]>([
  ["was replaced", ({ merchant, user }) => requestOtp(t.as(merchant), { ...unsent, user })],
  [
    "was used",
    ({ merchant, user, text }) =>
      resetPin(t.as(merchant), { user, otp: new Secret(text), ...newPin }),
  ],
  [
    "was guessed at too often",
    async ({ merchant, user }) => {
      for (let n = 0; n < 5; n++)
        await refusalOf(resetPin(t.as(merchant), { user, otp: new Secret("0000000"), ...newPin }));
    },
  ],
])("a one-time password that %s is not sent again", async (_, happen) => {
  const of = await refused();
  const { merchant, ctx, id } = of;
  await happen(of);
  expect(await onlyOf(merchant)).toMatchObject({ state: "dead", isRetriable: false });
  expect((await refusalOf(retryMessage(ctx, id))).message).toMatch(/is no longer good/);
  await forgetOldMessages(t.deps);
  expect(await payloadOf(id)).toBeNull();
});

test("one for another purpose changes nothing", async () => {
  const { merchant, user, ctx, id } = await refused();
  await requestOtp(t.as(merchant), { ...unsent, user, purpose: "password" });
  await retryMessage(ctx, id);
  expect(await onlyOf(merchant)).toMatchObject({ state: "waiting" });
});
