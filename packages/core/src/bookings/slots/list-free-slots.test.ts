import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { addBookingByStaff, listFreeSlots, listSlots } from "../index.ts";

const t = harnessOfFile();

const anonymous = { kind: "anonymous" } as const;
/** Dinner on Saturdays until 01:00. 25 December 2027 is a Saturday, and it is 18:40 then. */
const openingHours = { "6": [{ from: "18:10", to: "01:00" }] };
const saturday = "2027-12-25";
const NOW = "2027-12-25T11:40:00Z";

async function setting(store: object = {}) {
  const merchant = await t.given.merchant();
  const made = { timezone: "Asia/Jakarta", openingHours, code: `S${merchant.id}`, ...store };
  const { id, code } = await t.given.store(merchant, made);
  const deps = { ...t.deps, clockOffsetMs: t.offsetTo(NOW) };
  const ctx = { ...t.as(merchant), clockOffsetMs: deps.clockOffsetMs };
  const list = (date = saturday, numberOfPeople = 1) =>
    listFreeSlots(deps, anonymous, { store: id, date, numberOfPeople });
  const book = (time: string, numberOfPeople: number) =>
    addBookingByStaff(ctx, {
      ...{ store: id, date: saturday, time, numberOfPeople, phone: "", notes: null },
      ...{ name: "Ani", customerId: null },
    });
  return { merchant, id, code, deps, ctx, list, book };
}

const times = ({ slots }: Awaited<ReturnType<typeof listFreeSlots>>) =>
  slots.map(({ time }) => time);

test("are those that begin in opening hours and have not passed, at 30 minutes without slots", async () => {
  const { id, list } = await setting();
  const evening = await list();
  expect(evening).toMatchObject({
    ...{ store: id, date: saturday, timezone: "Asia/Jakarta", isOpen: true, reason: null },
    ...{ slotMinutes: null, coversPerSlot: null },
  });
  expect(times(evening)).toEqual([
    ...["19:00", "19:30", "20:00", "20:30", "21:00"],
    ...["21:30", "22:00", "22:30", "23:00", "23:30"],
  ]);
  const night = await list("2027-12-26");
  expect([night.isOpen, times(night)]).toEqual([true, ["00:00", "00:30"]]);
  const { list: ofHour } = await setting({ slotMinutes: 60, openingHours: null });
  expect(times(await ofHour())).toEqual(["19:00", "20:00", "21:00", "22:00", "23:00"]);
});

test("say why a day is closed, and leave out times that the clock skips", async () => {
  const specialDays = [{ date: "2028-01-01", hours: [], name: "New Year" }];
  const { list } = await setting({ specialDays });
  expect(await list("2027-12-28")).toMatchObject({ isOpen: false, reason: "closed", slots: [] });
  expect(await list("2028-01-01")).toMatchObject({ isOpen: false, reason: "special_day" });
  const night = { "7": [{ from: "01:00", to: "04:00" }] };
  const newYork = { timezone: "America/New_York", openingHours: night };
  const { list: inMarch } = await setting(newYork);
  expect(times(await inMarch("2028-03-12"))).toEqual(["01:00", "01:30", "03:00", "03:30"]);
});

test("have room for as many people as are left of their seats", async () => {
  const { list, book, ctx, id } = await setting({ slotMinutes: 60, coversPerSlot: 10 });
  await book("19:00", 4);
  await book("19:59", 3);
  const free = async (people: number) =>
    (await list(saturday, people)).slots.slice(0, 2).map(({ isAvailable }) => isAvailable);
  expect([await free(3), await free(4), await free(11)]).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
  const wish = { store: id, date: saturday, numberOfPeople: 1 };
  const { slots, coversPerSlot } = await listSlots(ctx, wish);
  expect(coversPerSlot).toBe(10);
  expect(slots.slice(0, 2).map(({ coversTaken }) => coversTaken)).toEqual([7, 0]);
});

describe("show figures", () => {
  test("to nobody without the scope, and of a store without slots too", async () => {
    const { merchant, id, code, deps, ctx, list, book } = await setting();
    await book("19:29", 4);
    const taken = async (from: ReturnType<typeof list>) =>
      (await from).slots.slice(0, 2).map(({ coversTaken }) => coversTaken);
    const wish = { store: code, date: saturday, numberOfPeople: 1 };
    expect(await taken(list())).toEqual([null, null]);
    expect(await taken(listFreeSlots(deps, ctx.caller, wish))).toEqual([4, 0]);
    const other = t.as(await t.given.merchant()).caller;
    expect(await taken(listFreeSlots(deps, other, { ...wish, store: id }))).toEqual([null, null]);
    const token = { kind: "token", merchant, id: 1, stores: null } as const;
    const without = { ...ctx.caller, ...token, scopes: ["members"] } as never;
    expect(await taken(listFreeSlots(deps, without, wish))).toEqual([null, null]);
  });
});

describe("are refused", () => {
  test("for an unknown store, another's code, and one that is not active", async () => {
    const { code, deps } = await setting();
    const wish = { date: saturday, numberOfPeople: 1 };
    for (const store of [999_999_999, code, "1e9", "-1"])
      expect(await refusalOf(listFreeSlots(deps, anonymous, { ...wish, store }))).toMatchObject({
        code: "invalid_store",
      });
    const { list } = await setting({ isActive: false });
    expect(await refusalOf(list())).toMatchObject({ code: "invalid_store" });
  });

  test("for a day or a party for which the store takes no bookings", async () => {
    const { list } = await setting({ largestParty: 8 });
    const message = "A day from 2027-12-25 to 2028-12-25 is expected.";
    for (const date of ["2027-12-24", "2028-12-26"])
      expect(await refusalOf(list(date))).toMatchObject({
        code: "invalid",
        field: "date",
        message,
      });
    await list("2028-12-25", 8);
    expect(await refusalOf(list(saturday, 9))).toMatchObject({ field: "number_of_people" });
  });
});
