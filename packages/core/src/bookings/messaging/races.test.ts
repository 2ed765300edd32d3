import { run, type Statement, schema } from "@stampbook/db";
import { eq, is, SQL, StringChunk } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { prepareMessage } from "../../foundation/messages/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { type Change, whileHeld, whileItWaits } from "../../testing/index.ts";
import { cancelBooking, undoBooking } from "../index.ts";
import { givenMessages, guest, starts } from "./messages.cases.ts";
import { listOpenMessages } from "./open-messages.sql.ts";
import { remind } from "./remind-guests.sql.ts";
import { parametersOf, writing } from "./write-message.sql.ts";

// What another process does while a message is written, or a guest reminded. Without its guard the wrong effect appears.

// not audited: a statement without its guard leaves wrong rows
const t = harnessOfFile({ isOwn: true, isAudited: false });

type Writing = typeof writing;

/** Returns a statement with another text in one of its arms. */
function withText<Result>(
  given: Statement<Result>,
  arm: string,
  text: string,
  instead: string,
): Statement<Result> {
  const found = given.arms[arm] as SQL;
  const chunks = found.queryChunks.map((chunk) =>
    is(chunk, StringChunk)
      ? new StringChunk(chunk.value.map((part) => part.replace(text, instead)))
      : chunk,
  );
  return {
    ...given,
    name: `${given.name}_without_${arm}`,
    arms: { ...given.arms, [arm]: new SQL(chunks) },
  };
}

/** Writes the one message that is noted, as a process does that has read it before `change`. */
async function writeWhile(
  { merchant }: Awaited<ReturnType<typeof givenMessages>>,
  change: Change,
  statement: Writing,
) {
  const [noted] = await listOpenMessages(t.deps, merchant.id, 1);
  const template = noted?.templates[0];
  if (!noted || !template) throw new Error("nothing is noted");
  const contact = { id: null, email: null, mobileNumber: guest.number };
  const filled = {
    kind: "booking",
    template,
    customer: contact,
    values: { booking_id: "1" },
  } as const;
  const message = prepareMessage(
    { ...t.deps, caller: { merchant } },
    { ...filled, secondsToLive: 60 },
  );
  await whileItWaits(t, merchant.id, change, () =>
    run(t.db, statement, parametersOf(0, { noted, message })),
  );
  const { outboxMessages: messages } = schema;
  const rows = await t.db.select().from(messages).where(eq(messages.merchantId, merchant.id));
  return rows.map(({ templateCode, state }) => `${templateCode} ${state}`).sort();
}

describe("while it is written, another process", () => {
  const written = ["booking_received waiting"];
  const ended = {
    lock: "select 1 from booking_messages where merchant_id = $1 for update",
    change: "update booking_messages set ended_at = now() where merchant_id = $1",
  };
  const lock = "select 1 from bookings where merchant_id = $1 for update";
  const anonymized = {
    lock,
    change: "update bookings set claim = '', phone = '' where merchant_id = $1",
  };
  const moved = {
    lock,
    change: `update bookings set time = '20:00', revision = 2, recorded_revision = 2,
      decided_by = 'token:1', decided_at = now() where merchant_id = $1`,
  };
  const endedToo = withText(writing, "ended", " and m.ended_at is null", "");
  const anybodys = withText(writing, "booked", "and b.claim = ", "or b.claim = ");
  const ofAnyTime = withText(writing, "booked", "and b.revision = ", "and 0 < ");
  test.each([
    ["writes it: it is written once", ended, writing, []],
    ["writes it: without the guard, twice", ended, endedToo, written],
    ["anonymizes the guest: it is not written", anonymized, writing, []],
    ["anonymizes the guest: without the guard it is", anonymized, anybodys, written],
    ["moves the booking: it is not written", moved, writing, []],
    ["moves the booking: without the guard it is, with the old time", moved, ofAnyTime, written],
  ])("%s", async (_, change, statement, expected) => {
    const given = await givenMessages(t);
    await given.request();
    expect(await writeWhile(given, change, statement)).toEqual(expected);
  });

  const undone = ["booking_canceled dead", "booking_confirmed waiting"];
  test.each([
    [
      "sends the cancel: the guest gets the undo",
      writing,
      [...undone, "booking_confirmed waiting"],
    ],
    [
      "sends the cancel: without the lock the guest does not",
      withText(writing, "earlier", "for update of o", ""),
      undone,
    ],
  ])("%s", async (_, statement, expected) => {
    const given = await givenMessages(t);
    const { id } = await given.confirmed();
    await given.sent();
    await cancelBooking(given.ctx, { id, revision: 2 });
    await given.sent();
    await undoBooking(given.ctx, { id, revision: 3 });
    const change = {
      lock: "select 1 from outbox_messages where merchant_id = $1 for update",
      change: `update outbox_messages set attempts = 1
        where merchant_id = $1 and template_code = 'booking_canceled'`,
    };
    expect(await writeWhile(given, change, statement)).toEqual(expected);
  });
});

describe("while another process reminds a guest", () => {
  const lock = "select 1 from bookings where merchant_id = $1 for no key update";

  /** A booking that is due, and the reminders that are noted for it. */
  async function reminding() {
    const { merchant, confirmed } = await givenMessages(t, {
      merchant: { bookingReminderHours: 24 },
    });
    await confirmed();
    const offsetMs = starts - 3_600_000 - Date.now();
    return {
      merchant,
      run: (statement: typeof remind) =>
        run(t.db, statement, { merchantId: merchant.id, most: 9, offsetMs }),
      reminders: async () => {
        const { bookingMessages: noted } = schema;
        const rows = await t.db.select().from(noted).where(eq(noted.merchantId, merchant.id));
        return rows.filter(({ code }) => code === "booking_reminder").length;
      },
    };
  }

  test("nothing is noted", async () => {
    const { merchant, run, reminders } = await reminding();
    expect(await whileHeld(t, merchant.id, lock, () => run(remind))).toBe(0);
    expect(await run(remind)).toBe(1);
    expect(await run(remind)).toBe(0);
    expect(await reminders()).toBe(1);
  });

  test("without the lock the guest is reminded twice, if the booking changes then", async () => {
    const { merchant, run, reminders } = await reminding();
    const change = `with noted as (insert into booking_messages (merchant_id, booking_id, revision, code)
        select merchant_id, id, revision, 'booking_reminder' from bookings where merchant_id = $1)
      update bookings set reminded_for = '2099-11-20T12:30:00Z', revision = revision + 1
        where merchant_id = $1`;
    const without = withText(remind, "due", "for no key update of b skip locked", "");
    expect(await whileItWaits(t, merchant.id, { lock, change }, () => run(without))).toBe(1);
    expect(await reminders()).toBe(2);
  });
});
