import { expect, test } from "vitest";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { createBatcher } from "../../foundation/writing/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import {
  addBooking,
  addBookingByStaff,
  cancelBooking,
  changeBooking,
  getBooking,
  markNoShow,
  saveSlots,
  seatBooking,
  undoBooking,
} from "../index.ts";

// Bookings that take seats of one slot at once, in two processes. The audit after the tests compares the counts
// with the bookings. `guards.test.ts` shows what happens without the guards.

const t = harnessOfFile();

const MOST = 10;
const date = "2099-11-25";
const calls = Array.from({ length: 20 }, (_, n) => n);
const unchanged = { store: null, date: null, time: null, numberOfPeople: null };

/** A store with ten seats in each half-hour, and a way to make calls at once in two processes. */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant, { slotMinutes: 30, coversPerSlot: MOST });
  const ctx = t.as(merchant);
  const processes = [0, 1].map(() => ({ ...ctx, writing: createBatcher(t.db) }));
  const place = { store: store.id, date, phone: "5551234", numberOfPeople: 2, notes: null };
  const book = (time: string) =>
    addBookingByStaff(ctx, { ...place, time, name: "Ani", customerId: null, ignoreCapacity: true });
  const together = async (call: (ctx: CoreContext, n: number) => Promise<unknown>) => {
    const answers = await Promise.all(
      calls.map((n) =>
        call(processes[n % 2] ?? ctx, n).then(
          () => "done",
          (error) => (error instanceof Failure ? error.refusal.code : String(error)),
        ),
      ),
    );
    return Object.fromEntries(
      [...new Set(answers)]
        .sort()
        .map((answer) => [answer, answers.filter((one) => one === answer).length]),
    );
  };
  const counts = async () => {
    const rows = (await t.rows(merchant)).get("bookingSlots")?.values() ?? [];
    return [...rows].map(({ slot, covers }) => [slot, covers]).sort();
  };
  return { merchant, store, ctx, place, book, together, counts };
}

const five = { booking_slot_full: 15, done: 5 };

test("20 guests book two seats of ten: five do", async () => {
  const { place, together, counts } = await setting();
  const guest = { ...place, user: "ani@example.com" };
  const booked = await together(({ caller: _, ...deps }, n) =>
    addBooking(deps, {
      ...guest,
      time: n % 3 ? "19:00" : "19:29",
      phone: `0812 3456 ${1_000 + n}`,
    }),
  );
  expect(booked).toEqual(five);
  expect(await counts()).toEqual([["19:00:00", MOST]]);
});

test("20 bookings move to a slot with ten seats: five do", async () => {
  const { book, together, counts } = await setting();
  const bookings = await Promise.all(calls.map((n) => book(n % 2 ? "18:00" : "20:00")));
  const moved = await together((ctx, n) =>
    changeBooking(ctx, {
      ...{ ...unchanged, phone: null, notes: null, time: "19:00" },
      ...{ id: bookings[n]?.id ?? 0, revision: 2 },
    }),
  );
  expect(moved).toEqual(five);
  const [early, full, late] = (await counts()).map(([, covers]) => Number(covers));
  expect([full, (early ?? 0) + (late ?? 0)]).toEqual([MOST, 30]);
});

test("20 canceled bookings of a slot with ten seats are undone: five are", async () => {
  const { ctx, book, together, counts } = await setting();
  const bookings = await Promise.all(calls.map(() => book("19:00")));
  for (const { id } of bookings) await cancelBooking(ctx, { id, revision: 2 });
  expect(await counts()).toEqual([["19:00:00", 0]]);
  const undone = await together((one, n) =>
    undoBooking(one, { id: bookings[n]?.id ?? 0, revision: 3 }),
  );
  expect(undone).toEqual(five);
  expect(await counts()).toEqual([["19:00:00", MOST]]);
});

test("bookings that swap their slots at once all move", async () => {
  const { store, ctx, book, together, counts } = await setting();
  await saveSlots(ctx, { id: store.id, slotMinutes: 30, coversPerSlot: 100 });
  const bookings = await Promise.all(calls.map((n) => book(n % 2 ? "18:00" : "20:00")));
  const moved = await together((one, n) =>
    changeBooking(one, {
      ...{ ...unchanged, phone: null, notes: null, time: n % 2 ? "20:00" : "18:00" },
      ...{ id: bookings[n]?.id ?? 0, revision: 2 },
    }),
  );
  expect(moved).toEqual({ done: 20 });
  expect(await counts()).toEqual([
    ["18:00:00", 20],
    ["20:00:00", 20],
  ]);
});

test("guests book while the slots become shorter: all are counted where they belong", async () => {
  const { store, ctx, place, together, counts } = await setting();
  const save = (slotMinutes: 15 | 60) =>
    saveSlots(ctx, { id: store.id, slotMinutes, coversPerSlot: 100 });
  const guest = { ...place, user: "ani@example.com", time: "19:15" };
  await save(60);
  const booked = await together(({ caller: _, ...deps }, n) =>
    n % 10 === 5
      ? save(n > 10 ? 15 : 60)
      : addBooking(deps, { ...guest, phone: `0812 3456 ${1_000 + n}` }),
  );
  expect(booked).toEqual({ done: 20 });
  await save(15);
  expect(await counts()).toEqual([["19:15:00", 36]]);
});

test("decisions give seats back and take them again, without a limit", async () => {
  const { ctx, book, counts } = await setting();
  const [first, second] = [await book("19:00"), await book("19:00")];
  const past = { ...ctx, clockOffsetMs: t.offsetTo("2099-11-26T00:00:00Z") };
  await cancelBooking(ctx, { id: first.id, revision: 2 });
  expect(await counts()).toEqual([["19:00:00", 2]]);
  await markNoShow(past, { id: second.id, revision: 2 });
  expect(await counts()).toEqual([["19:00:00", 0]]);
  await Promise.all(calls.slice(0, 5).map(() => book("19:00")));
  await seatBooking(past, { id: second.id, revision: 3 });
  expect(await counts()).toEqual([["19:00:00", 12]]);
  const { changes } = await getBooking(ctx, second.id);
  expect(changes.map(({ isOverCapacity }) => isOverCapacity)).toEqual([false, false, true]);
});
