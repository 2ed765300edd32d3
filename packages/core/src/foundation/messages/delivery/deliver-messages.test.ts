import { schema } from "@stampbook/db";
import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { requestOtp } from "../../../people/otp/index.ts";
import { credentialsIn } from "../../../testing/credentials.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import type { Merchant } from "../../context.ts";
import { createSecrets } from "../../secrets.ts";
import {
  countWaitingMessages,
  deliverMessages,
  forgetOldMessages,
  type MessageSender,
  type OutgoingMessage,
} from "../index.ts";

const t = harnessOfFile({ isOwn: true });
const given = credentialsIn(t);

/**
 * Makes a merchant with `count` customers. Each has two one-time passwords. One waits to be sent by email.
 * The other has another purpose, and no message.
 */
async function queued(count: number) {
  const merchant = await t.given.merchant();
  await given.template(merchant, { code: "otp", subject: "Code", body: "Your code is {{otp}}" });
  const otps = await Promise.all(
    Array.from({ length: count }, async () => {
      const { email, id } = await t.given.customer(merchant);
      const wanted = { user: id, purpose: "pin", type: "email", templateCode: "otp" } as const;
      const unused = { ...wanted, purpose: "password", templateCode: null } as const;
      await requestOtp(t.as(merchant, { clockOffsetMs: -86_400_000 }), unused);
      const { otp } = await requestOtp(t.as(merchant), wanted);
      return { email, text: `Your code is ${otp.reveal()}` };
    }),
  );
  return { merchant, otps };
}

async function rowsOf({ id }: Merchant) {
  const { outboxMessages } = schema;
  return t.db
    .select()
    .from(outboxMessages)
    .where(eq(outboxMessages.merchantId, id))
    .orderBy(asc(outboxMessages.createdAt));
}

/** Makes a sender that adds each message to `messages`, and returns the result of `answer`. */
function mailbox(answer: () => ReturnType<MessageSender> = sent) {
  const messages: OutgoingMessage[] = [];
  const send: MessageSender = (message) => {
    messages.push(message);
    return answer();
  };
  return { messages, send };
}
const sent = async () => ({ kind: "sent", providerId: "p-1" }) as const;
const failed = (isPermanent: boolean) => async () =>
  ({ kind: "failed", reason: "SMTP 451", isPermanent }) as const;
const later = (seconds: number) => ({ ...t.deps, clockOffsetMs: seconds * 1_000 });

describe("a message", () => {
  test("is sent once, and its text is gone then", async () => {
    const { merchant, otps } = await queued(1);
    const [waiting] = await rowsOf(merchant);
    expect(waiting).toMatchObject({ kind: "otp", state: "waiting", recipient: otps[0]?.email });
    const { messages, send } = mailbox();
    expect(await deliverMessages(t.deps, "email", send)).toEqual({ sent: 1, putOff: 0, dead: 0 });
    expect(await deliverMessages(t.deps, "email", send)).toEqual({ sent: 0, putOff: 0, dead: 0 });
    expect(messages).toEqual([
      {
        id: waiting?.id,
        recipient: otps[0]?.email,
        subject: "Code",
        text: otps[0]?.text,
        html: null,
      },
    ]);
    expect(await rowsOf(merchant)).toMatchObject([
      { state: "sent", payload: null, providerId: "p-1", attempts: 1, lastError: null },
    ]);
  });

  test("goes out on its own channel alone", async () => {
    const { merchant } = await queued(1);
    const { messages, send } = mailbox();
    await deliverMessages(t.deps, "sms", send);
    expect(messages).toEqual([]);
    expect((await countWaitingMessages(t.deps)).email.count).toBe(1);
    await deliverMessages(t.deps, "email", send);
    expect(await rowsOf(merchant)).toMatchObject([{ state: "sent" }]);
  });

  test("that fails is tried again, later each time, and arrives", async () => {
    const { merchant } = await queued(1);
    const down = mailbox(failed(false));
    const rests: number[] = [];
    let seconds = 0;
    for (let n = 0; n < 4; n++) {
      expect(await deliverMessages(later(seconds), "email", down.send)).toMatchObject({
        putOff: 1,
      });
      const [row] = await rowsOf(merchant);
      expect(row).toMatchObject({ state: "waiting", attempts: n + 1, lastError: "SMTP 451" });
      const now = Date.now() + seconds * 1_000;
      rests.push(Math.round((new Date(row?.nextAttemptAt ?? 0).getTime() - now) / 1_000));
      expect(await deliverMessages(later(seconds - 10), "email", down.send)).toMatchObject({
        putOff: 0,
      });
      seconds += 2 ** (n + 1);
    }
    expect(rests.every((rest, n) => rest <= 2 ** (n + 1))).toBe(true);
    const up = mailbox();
    await deliverMessages(later(seconds), "email", up.send);
    expect([down.messages.length, up.messages.length]).toEqual([4, 1]);
    expect(await rowsOf(merchant)).toMatchObject([{ state: "sent", attempts: 5 }]);
  });

  test("that the provider refuses for good dies, with the reason", async () => {
    const { merchant } = await queued(1);
    expect(await deliverMessages(t.deps, "email", mailbox(failed(true)).send)).toMatchObject({
      dead: 1,
    });
    expect(await rowsOf(merchant)).toMatchObject([
      { state: "dead", payload: expect.any(String), lastError: "SMTP 451" },
    ]);
  });

  test("with a code that is too old is not sent any more", async () => {
    const { merchant } = await queued(1);
    const { messages, send } = mailbox();
    expect(await deliverMessages(later(301), "email", send)).toMatchObject({ dead: 1 });
    expect(messages).toEqual([]);
    expect(await rowsOf(merchant)).toMatchObject([
      { state: "dead", payload: null, lastError: "too late to be sent" },
    ]);
  });

  test("with a code that was replaced while it waited is not sent any more", async () => {
    const { merchant } = await queued(1);
    await deliverMessages(t.deps, "email", mailbox(failed(false)).send);
    const [{ customerId } = { customerId: null }] = await rowsOf(merchant);
    const wanted = { purpose: "pin", type: "email", templateCode: "otp" } as const;
    const newer = await requestOtp(t.as(merchant), { ...wanted, user: customerId ?? 0 });
    const { messages, send } = mailbox();
    expect(await deliverMessages(later(60), "email", send)).toMatchObject({ sent: 1, dead: 1 });
    expect(messages).toMatchObject([{ text: expect.stringContaining(newer.otp.reveal()) }]);
    expect((await rowsOf(merchant)).map(({ state, lastError }) => [state, lastError])).toEqual(
      expect.arrayContaining([
        ["dead", "SMTP 451, then its code is no longer good"],
        ["sent", null],
      ]),
    );
  });

  test("whose answer does not arrive is not sent again before its lease ends", async () => {
    const { merchant } = await queued(1);
    const { messages, send } = mailbox(async () => ({ kind: "unknown", reason: "no answer" }));
    expect(await deliverMessages(t.deps, "email", send)).toMatchObject({ putOff: 1 });
    expect(await rowsOf(merchant)).toMatchObject([{ state: "waiting", lastError: "no answer" }]);
    for (const seconds of [10, 80]) await deliverMessages(later(seconds), "email", send);
    expect(messages).toHaveLength(1);
    expect(await deliverMessages(later(91), "email", send)).toMatchObject({ putOff: 1 });
    // the second attempt has a lease of its own
    await deliverMessages(later(170), "email", send);
    expect(messages).toHaveLength(2);
    expect(await deliverMessages(later(182), "email", mailbox().send)).toMatchObject({ sent: 1 });
  });

  test("whose sender throws waits, and of the error only its name is kept", async () => {
    const { merchant, otps } = await queued(1);
    const { send } = mailbox(() => Promise.reject(new RangeError(`echo: ${otps[0]?.text}`)));
    expect(await deliverMessages(t.deps, "email", send)).toMatchObject({ putOff: 1 });
    expect(await rowsOf(merchant)).toMatchObject([{ lastError: "unexpected RangeError" }]);
    await deliverMessages(later(91), "email", mailbox().send);
  });

  test("sealed with a key that a process lacks waits for one that has it, or for its end", async () => {
    const { merchant } = await queued(2);
    const secrets = createSecrets({ current: "another installation's key, long enough", old: [] });
    const { messages, send } = mailbox();
    const lastError = "sealed with a key that is not known";
    expect(await deliverMessages({ ...t.deps, secrets }, "email", send)).toMatchObject({
      putOff: 2,
    });
    expect(messages).toEqual([]);
    expect(await rowsOf(merchant)).toMatchObject(Array(2).fill({ state: "waiting", lastError }));
    expect(await deliverMessages(later(10), "email", send)).toMatchObject({ sent: 2 });
  });

  test("on a channel that nobody sends on dies once it is too late, and its text goes", async () => {
    const { merchant } = await queued(1);
    await forgetOldMessages(later(299));
    expect(await rowsOf(merchant)).toMatchObject([
      { state: "waiting", payload: expect.any(String) },
    ]);
    await forgetOldMessages(later(301));
    expect(await rowsOf(merchant)).toMatchObject([
      { state: "dead", payload: null, lastError: "too late to be sent" },
    ]);
    await forgetOldMessages(later(302 + 30 * 86_400));
    expect(await rowsOf(merchant)).toEqual([]);
  });

  test("is forgotten 30 days after it ended", async () => {
    const { merchant } = await queued(1);
    await deliverMessages(t.deps, "email", mailbox().send);
    await forgetOldMessages(later(29 * 86_400));
    expect(await rowsOf(merchant)).toHaveLength(1);
    await forgetOldMessages(later(31 * 86_400));
    expect(await rowsOf(merchant)).toEqual([]);
  });
});

test("a merchant whose messages take long holds up no other one's", async () => {
  const [slow, quick] = [await queued(1), await queued(1)];
  const served = new Set<number>();
  let answer = () => {};
  const hanging = mailbox(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ kind: "sent", providerId: "late" });
      }),
  );
  const first = deliverMessages(t.deps, "email", hanging.send, { served });
  while (!hanging.messages.length) await new Promise((resolve) => setTimeout(resolve, 5));
  expect([...served]).toEqual([slow.merchant.id]);
  const { messages, send } = mailbox();
  expect(await deliverMessages(t.deps, "email", send, { served })).toMatchObject({ sent: 1 });
  expect(messages).toMatchObject([{ recipient: quick.otps[0]?.email }]);
  answer();
  expect(await first).toMatchObject({ sent: 1 });
  expect(served.size).toBe(0);
});

describe("several processes", () => {
  test("send each message once between them", async () => {
    const made = await Promise.all([queued(25), queued(25)]);
    const { messages, send } = mailbox(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return sent();
    });
    let left = 1;
    while (left) {
      await Promise.all(Array.from({ length: 6 }, () => deliverMessages(t.deps, "email", send)));
      left = (await countWaitingMessages(t.deps)).email.count;
    }
    const texts = made.flatMap(({ otps }) => otps.map(({ email, text }) => `${email} ${text}`));
    expect(messages.map(({ recipient, text }) => `${recipient} ${text}`).sort()).toEqual(
      texts.sort(),
    );
  });

  test("leave a message to who has its lease, and take it over when the lease has ended", async () => {
    const { merchant } = await queued(1);
    let answer = () => {};
    const hanging = mailbox(
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ kind: "sent", providerId: "late" });
        }),
    );
    const slow = deliverMessages(t.deps, "email", hanging.send);
    while (!hanging.messages.length) await new Promise((resolve) => setImmediate(resolve));
    const { messages, send } = mailbox();
    await deliverMessages(later(80), "email", send);
    expect(messages).toEqual([]);
    await deliverMessages(later(91), "email", send);
    expect(messages).toHaveLength(1);
    answer();
    await slow;
    // the first sender's late answer does not replace the result of the second sender
    expect(await rowsOf(merchant)).toMatchObject([
      { state: "sent", providerId: "p-1", attempts: 2 },
    ]);
  });
});
