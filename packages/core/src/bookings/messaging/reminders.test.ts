import { expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import {
  cancelBooking,
  changeBooking,
  confirmBooking,
  remindGuests,
  writeBookingMessages,
} from "../index.ts";
import { givenMessages, same, starts } from "./messages.cases.ts";

const t = harnessOfFile({ isOwn: true });

const HOUR = 3_600_000;

/** A merchant that reminds a day ahead, and what to do `hours` before the time of its bookings. */
async function reminding(channels: readonly "sms"[] = ["sms"], bookingReminderHours = 24) {
  const body = "{{hours}}";
  const given = await givenMessages(t, { channels, body, merchant: { bookingReminderHours } });
  const before = (hours: number) => starts - hours * HOUR - Date.now();
  const isReminder = ({ templateCode }: { readonly templateCode: string }) =>
    templateCode === "booking_reminder";
  return {
    ...given,
    before,
    remind: async (hours: number) => {
      const clockOffsetMs = before(hours);
      await remindGuests({ ...t.deps, clockOffsetMs });
      return (await given.sent(clockOffsetMs)).filter(isReminder).map(({ text }) => text);
    },
  };
}

test("a guest is reminded once, from the merchant's hours on", async () => {
  const { confirmed, request, remind } = await reminding();
  await confirmed();
  await request();
  expect(await remind(24.01)).toEqual([]);
  expect(await remind(23.99)).toEqual(["24"]);
  expect(await remind(2)).toEqual(["24"]);
});

test("a reminder that is late says the hours that are left", async () => {
  const { confirmed, remind } = await reminding();
  await confirmed();
  expect(await remind(3)).toEqual(["3"]);
});

test("nobody is reminded of what has begun, or without hours or a template", async () => {
  const begun = await reminding();
  await begun.confirmed();
  expect(await begun.remind(-0.01)).toEqual([]);
  const without = await reminding([]);
  await without.confirmed();
  expect(await without.remind(2)).toEqual([]);
  const off = await givenMessages(t);
  await off.confirmed();
  await remindGuests({ ...t.deps, clockOffsetMs: starts - HOUR - Date.now() });
  expect(await off.sent()).toHaveLength(1);
});

test("a guest whose booking was confirmed or moved after the moment is not reminded", async () => {
  const { request, confirmed, at, before, remind } = await reminding();
  const { id } = await request();
  await confirmBooking(at(before(23)), { id, revision: 1 });
  const moved = await confirmed({ time: "19:00" });
  await changeBooking(at(before(23)), { ...same, id: moved.id, revision: 2, time: "19:30" });
  expect(await remind(2)).toEqual([]);
});

test("a booking that moves is reminded of its new time, one that changes otherwise is not", async () => {
  const { confirmed, at, before, remind } = await reminding();
  const { id } = await confirmed();
  expect(await remind(10)).toEqual(["10"]);
  const notes = { ...same, id, revision: 2, notes: "By the window" };
  await changeBooking(at(before(9)), notes);
  expect(await remind(8)).toEqual(["10"]);
  await changeBooking(at(before(7)), { ...same, id, revision: 3, date: "2099-11-22" });
  expect(await remind(-25)).toEqual(["10", "23"]);
});

test("a booking that is canceled before its reminder is written gets none", async () => {
  const { confirmed, sent, ctx, before } = await reminding();
  const { id } = await confirmed();
  const clockOffsetMs = before(10);
  expect(await remindGuests({ ...t.deps, clockOffsetMs })).toBeGreaterThan(0);
  await cancelBooking(ctx, { id, revision: 2 });
  const codes = (await sent(clockOffsetMs)).map(({ templateCode }) => templateCode);
  expect(codes.sort()).toEqual(["booking_canceled"]);
});

test("processes that remind at once remind each guest once", async () => {
  const { confirmed, before, remind } = await reminding();
  for (let n = 0; n < 4; n++) await confirmed();
  const clockOffsetMs = before(20);
  await Promise.all([1, 2, 3, 4].map(() => remindGuests({ ...t.deps, clockOffsetMs })));
  expect(await remind(20)).toHaveLength(4);
});

test("a message that cannot be written stops neither the next ones nor those of other merchants", async () => {
  const [failing, other] = [await reminding(), await reminding()];
  const { id } = await failing.confirmed();
  await failing.confirmed();
  await other.confirmed();
  await t.db.execute(`create function refuse_message() returns trigger language plpgsql
    as $$ begin raise exception 'this message fails'; end $$`);
  await t.db.execute(`create trigger failing before update on booking_messages for each row
    when (old.merchant_id = ${failing.merchant.id} and old.booking_id = ${id})
    execute function refuse_message()`);
  await expect(writeBookingMessages(t.deps)).rejects.toThrow("this message fails");
  await t.db.execute("drop trigger failing on booking_messages");
  const written = async ({ merchant }: typeof failing) => {
    const noted = [...((await t.rows(merchant)).get("bookingMessages")?.values() ?? [])];
    return noted.map(({ endedAt }) => endedAt !== null);
  };
  expect([await written(failing), await written(other)]).toEqual([[false, true], [true]]);
});
