import { describe, expect, test } from "vitest";
import {
  bookingMessageCodes,
  deliverMessages,
  listOutbox,
  type MessageSender,
  retryMessage,
} from "../../foundation/messages/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import {
  cancelBooking,
  cancelByLink,
  changeBooking,
  confirmBooking,
  remindGuests,
  seatBooking,
  undoBooking,
} from "../index.ts";
import { givenMessages, same, starts } from "./messages.cases.ts";

// Messages that wait because the provider fails, while their booking changes.

const t = harnessOfFile({ isOwn: true });

const HOUR = 3_600_000;
const outdated = "SMTP 451, then its booking has changed";

/** A merchant whose messages say their code, day and time, and a provider that can fail. */
async function waiting(settings: Parameters<typeof givenMessages>[1] = {}) {
  const given = await givenMessages(t, { body: "{{date}} {{time}}", ...settings });
  const delivered: { readonly id: string; readonly text: string }[] = [];
  const deliver = (clockOffsetMs: number, send: MessageSender) =>
    deliverMessages({ ...t.deps, clockOffsetMs }, "sms", send);
  return {
    ...given,
    /** Writes the messages, and tries to send those that are due. */
    fail: async (clockOffsetMs = 0, isPermanent = false) => {
      await given.sent(clockOffsetMs);
      await deliver(clockOffsetMs, async () => ({
        kind: "failed",
        reason: "SMTP 451",
        isPermanent,
      }));
    },
    /**
     * Writes the messages, and sends those that are due. Returns the texts of the merchant's that were sent.
     */
    send: async (clockOffsetMs: number) => {
      const ids = (await given.sent(clockOffsetMs)).map(({ id }) => id);
      await deliver(clockOffsetMs, async (message) => {
        delivered.push(message);
        return { kind: "sent", providerId: null };
      });
      return delivered.filter(({ id }) => ids.includes(id)).map(({ text }) => text);
    },
    /** Drops the messages that are due and no longer hold, before others are written. */
    drop: (clockOffsetMs: number) =>
      deliver(clockOffsetMs, () => Promise.reject(new Error("sent"))),
    /** The code, state and error of each message. */
    states: async () =>
      (await given.sent()).map(({ templateCode, state, lastError }) => [
        ...[templateCode.replace("booking_", ""), state, lastError],
      ]),
  };
}

describe("a reminder that waits", () => {
  /** A booking whose reminder has failed 20 hours before its time. */
  async function reminded() {
    const given = await waiting({ merchant: { bookingReminderHours: 24 } });
    const { id } = await given.confirmed();
    const at = (hours: number) => starts - hours * HOUR - Date.now();
    await given.send(0);
    await remindGuests({ ...t.deps, clockOffsetMs: at(20) });
    await given.fail(at(20));
    const reminders = async (hours: number) => {
      await remindGuests({ ...t.deps, clockOffsetMs: at(hours) });
      return (await given.send(at(hours))).slice(1);
    };
    return { ...given, id, ctx: given.at(at(19)), reminders };
  }

  test("is sent later", async () => {
    const { reminders } = await reminded();
    expect(await reminders(18)).toEqual(["Jumat, 20 November 2099 19.30"]);
  });

  test.each([
    ["moved to another day", { date: "2099-11-25" }, "Rabu, 25 November 2099 19.30"],
    [
      "moved to another time",
      { date: "2099-11-22", time: "10:00" },
      "Minggu, 22 November 2099 10.00",
    ],
  ])("is not sent when its booking is %s, whose guest is reminded then", async (_, to, text) => {
    const { id, ctx, reminders, states } = await reminded();
    await changeBooking(ctx, { ...same, ...to, id, revision: 2 });
    const [changed, ...none] = await reminders(18);
    expect([changed, none]).toEqual([text, []]);
    expect(await states()).toContainEqual(["reminder", "dead", outdated]);
    const days = (Number(to.date.slice(-2)) - 20) * 24;
    expect(await reminders(20 - days)).toEqual([text, text]);
  });

  test("is not sent when its booking is canceled without a message", async () => {
    const { id, ctx, reminders, states } = await reminded();
    await cancelBooking(ctx, { id, revision: 2, notify: false });
    expect(await reminders(18)).toEqual([]);
    expect(await states()).toContainEqual(["reminder", "dead", outdated]);
  });

  test("is not sent when its guest cancels", async () => {
    const given = await waiting({ merchant: { bookingReminderHours: 24 } });
    const { id, link } = await given.request();
    await confirmBooking(given.ctx, { id, revision: 1 });
    const clockOffsetMs = starts - 20 * HOUR - Date.now();
    await remindGuests({ ...t.deps, clockOffsetMs });
    await given.fail(clockOffsetMs);
    await cancelByLink(t.deps, String(link).split("#")[1] ?? "");
    await given.send(clockOffsetMs + HOUR);
    expect((await given.states()).map(([code, state]) => `${code} ${state}`).sort()).toEqual([
      "canceled sent",
      "confirmed dead",
      "received dead",
      "reminder dead",
    ]);
  });
});

describe("another message that waits", () => {
  test.each([
    ["seated", (w: Given, id: number) => seatBooking(w.ctx, { id, revision: 2 })],
    [
      "canceled",
      (w: Given, id: number) => cancelBooking(w.ctx, { id, revision: 2, notify: false }),
    ],
  ])("is not sent when its booking is %s", async (_, change) => {
    const given = await waiting();
    const { id } = await given.confirmed();
    await given.fail();
    await change(given, id);
    expect(await given.send(60_000)).toEqual([]);
    expect(await given.states()).toEqual([["confirmed", "dead", outdated]]);
  });

  test.each([
    ["notes", { notes: "By the window" }],
    ["phone", { phone: "0812 3456 7891" }],
  ])("is sent when the %s of its booking change", async (_, change) => {
    const given = await waiting();
    const { id } = await given.confirmed();
    await given.fail();
    await changeBooking(given.ctx, { ...same, ...change, id, revision: 2 });
    expect(await given.send(60_000)).toHaveLength(1);
  });

  test.each([
    ["with the message about it", bookingMessageCodes, ["changed sent", "confirmed sent"]],
    ["without a template for that", ["booking_confirmed"] as const, ["confirmed sent"]],
  ])("is written again when its booking moves, %s", async (_, codes, sent) => {
    const given = await waiting({ codes });
    const { id } = await given.confirmed();
    await given.fail();
    await changeBooking(given.ctx, { ...same, id, revision: 2, time: "20:00" });
    await given.send(60_000);
    expect(await given.send(60_000)).toEqual(sent.map(() => "Jumat, 20 November 2099 20.00"));
    expect((await given.states()).map(([code, state]) => `${code} ${state}`)).toEqual([
      "confirmed dead",
      ...sent,
    ]);
  });

  test("is not written again when its booking moves and is then confirmed", async () => {
    const given = await waiting();
    const { id } = await given.request();
    await given.fail();
    await changeBooking(given.ctx, { ...same, id, revision: 1, time: "20:00" });
    await confirmBooking(given.ctx, { id, revision: 2 });
    await given.send(60_000);
    expect(await given.send(60_000)).toHaveLength(2);
    expect((await given.states()).map(([code, state]) => `${code} ${state}`)).toEqual([
      "received dead",
      "changed sent",
      "confirmed sent",
    ]);
  });

  test("has the new time if its booking moves before it is written", async () => {
    const given = await waiting();
    const { id } = await given.confirmed();
    await changeBooking(given.ctx, { ...same, id, revision: 2, time: "20:00" });
    expect(await given.send(0)).toEqual(Array(2).fill("Jumat, 20 November 2099 20.00"));
  });

  test("is written again by an undo, if it was dropped meanwhile", async () => {
    const given = await waiting();
    const { id } = await given.confirmed();
    await given.fail();
    await cancelBooking(given.ctx, { id, revision: 2 });
    expect(await given.send(60_000)).toEqual([]);
    await undoBooking(given.ctx, { id, revision: 3 });
    expect(await given.send(60_000)).toHaveLength(1);
    expect(await given.states()).toEqual([
      ["confirmed", "dead", outdated],
      ["canceled", "dead", "undone"],
      ["confirmed", "sent", null],
    ]);
  });

  test("about a cancel that was tried is taken back by a message, though it was dropped before", async () => {
    const given = await waiting();
    const { id } = await given.confirmed();
    await given.send(0);
    await cancelBooking(given.ctx, { id, revision: 2 });
    await given.sent();
    await given.fail(121_000);
    await undoBooking(given.ctx, { id, revision: 3 });
    await given.drop(180_000);
    expect(await given.send(180_000)).toHaveLength(2);
    expect((await given.states()).map(([code, state]) => `${code} ${state}`)).toEqual([
      "confirmed sent",
      "canceled dead",
      "confirmed sent",
    ]);
  });

  test("about a cancel is dropped by its undo without a template for that", async () => {
    const given = await waiting({ codes: ["booking_canceled"] });
    const { id } = await given.confirmed();
    await cancelBooking(given.ctx, { id, revision: 2 });
    await given.sent();
    await undoBooking(given.ctx, { id, revision: 3 });
    expect(await given.states()).toEqual([["canceled", "dead", "undone"]]);
  });
});

test("staff cannot send again what their booking has made outdated", async () => {
  const given = await waiting();
  const { id } = await given.confirmed();
  await given.fail(0, true);
  const retriable = async () => {
    const all = { from: null, to: null, state: null, channel: null, customerId: null };
    const { items } = await listOutbox(given.ctx, { ...all, after: null, limit: 9 });
    return items.map((message) => message.isRetriable);
  };
  expect(await retriable()).toEqual([true]);
  await changeBooking(given.ctx, { ...same, id, revision: 2, numberOfPeople: 5 });
  expect(await retriable()).toEqual([false]);
  const [message] = await given.sent();
  expect((await refusalOf(retryMessage(given.ctx, message?.id ?? ""))).message).toBe(
    "This message is too old to be sent, or its booking has changed since.",
  );
});

test("processes that write and send at once send each message once", async () => {
  const given = await waiting();
  for (let n = 0; n < 6; n++) await given.confirmed();
  await Promise.all([1, 2, 3, 4].map(() => given.sent()));
  await Promise.all([1, 2, 3, 4].map(() => given.send(0)));
  expect(await given.send(0)).toHaveLength(6);
});

type Given = Awaited<ReturnType<typeof waiting>>;
