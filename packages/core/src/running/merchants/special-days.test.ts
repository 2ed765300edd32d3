import { schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../../foundation/audit/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf, whileHeld, whileItWaits, withoutRowLocks } from "../../testing/index.ts";
import { saveSpecialDays } from "./save-special-days.sql.ts";
import { listStores } from "./settings.sql.ts";

const t = harnessOfFile();

const span = (from: string, to: string) => ({ from, to });
const christmas = { date: "2027-12-25", hours: [], name: "Christmas" };
const eve = { date: "2027-12-24", hours: [span("09:00", "12:00")], name: "" };

/** A store on 20 December 2027, and what the audit log says of its days. */
async function setting() {
  const merchant = await t.given.merchant();
  const { id } = await t.given.store(merchant, { timezone: "Asia/Jakarta" });
  const ctx = { ...t.as(merchant), clockOffsetMs: t.offsetTo("2027-12-20T05:00:00Z") };
  const book = async (date: string, status: string, storeId = id) => {
    const guest = { claim: "guest", phone: "5551234", numberOfPeople: 2, time: "19:00" };
    const booking = await t.deps.ids.take(merchant.id, "bookings");
    const place = { merchantId: merchant.id, id: booking, storeId, date, status };
    await t.db.insert(schema.bookings).values({ ...place, ...guest });
  };
  const record = async () => {
    const all = { from: null, to: null, action: null, actor: null, subject: null, text: null };
    const { items } = await listAuditEntries(ctx, { ...all, after: null, limit: 9 });
    return items.map(({ action, subject, details }) => ({ action, subject, details }));
  };
  return { merchant, id, ctx, book, record };
}

test("are saved in their order, with those that differ on record", async () => {
  const { ctx, id, record } = await setting();
  await saveSpecialDays(ctx, { id, specialDays: [christmas, eve] });
  expect((await listStores(ctx))[0]?.specialDays).toEqual([eve, christmas]);
  await saveSpecialDays(ctx, { id, specialDays: [eve, christmas] });
  await saveSpecialDays(ctx, { id, specialDays: [{ ...eve, name: "Eve" }, christmas] });
  const entry = { action: "settings.stores.saveSpecialDays", subject: `store ${id}` };
  expect(await record()).toEqual([
    { ...entry, details: { specialDays: { from: [eve], to: [{ ...eve, name: "Eve" }] } } },
    { ...entry, details: { specialDays: { from: [], to: [eve, christmas] } } },
  ]);
});

test("say how many open bookings of the store lie on a day that is closed now", async () => {
  const { ctx, id, merchant, book } = await setting();
  const { id: other } = await t.given.store(merchant);
  const past = { ...christmas, date: "2027-12-19" };
  const today = { ...christmas, date: "2027-12-20" };
  for (const status of ["Requested", "Confirmed", "Seated", "Canceled"])
    await book(christmas.date, status);
  await book(christmas.date, "Confirmed", other);
  for (const { date } of [past, today, eve]) await book(date, "Confirmed");
  const count = (...specialDays: (typeof christmas | typeof eve)[]) =>
    saveSpecialDays(ctx, { id, specialDays });
  expect(await count(christmas, past, eve)).toEqual({ openBookings: 2 });
  expect(await count(christmas, today)).toEqual({ openBookings: 3 });
  expect(await count()).toEqual({ openBookings: 0 });
});

describe("a booking that is being written while its day is closed", () => {
  const booking = (
    id: number,
    storeId: number,
  ) => `insert into bookings (merchant_id, id, store_id, claim,
      date, time, phone, number_of_people) values ($1, ${id}, ${storeId}, 'guest', '2027-12-25', '19:00', '1', 2)`;

  test("is counted", async () => {
    const { ctx, id, merchant } = await setting();
    const change = { lock: booking(1, id), change: "select $1::bigint" };
    const save = () => saveSpecialDays(ctx, { id, specialDays: [christmas] });
    expect(await whileItWaits(t, merchant.id, change, save)).toEqual({ openBookings: 1 });
  });

  test("is missed without the lock of the store", async () => {
    const { ctx, id, merchant } = await setting();
    const save = () => saveSpecialDays(ctx, { id, specialDays: [christmas] });
    const careless = () => whileHeld(t, merchant.id, booking(1, id), save);
    expect(await withoutRowLocks(careless)).toEqual({ openBookings: 0 });
  });
});

describe("are refused", () => {
  test.each([
    ["a day twice", "specialDays.1.date", [christmas, { ...eve, date: christmas.date }]],
    [
      "overlapping hours",
      "specialDays.1.hours.0.from",
      [christmas, { ...eve, hours: [span("18:00", "02:00"), span("17:00", "18:01")] }],
    ],
  ])("%s", async (_, field, specialDays) => {
    const { ctx, id } = await setting();
    expect(await refusalOf(saveSpecialDays(ctx, { id, specialDays }))).toMatchObject({
      code: "invalid",
      field,
    });
  });

  test("for another merchant's store, and by a person of another store", async () => {
    const { id, merchant } = await setting();
    const { ctx: other } = await setting();
    const save = (ctx: typeof other) => refusalOf(saveSpecialDays(ctx, { id, specialDays: [] }));
    expect(await save(other)).toMatchObject({ code: "invalid_store", field: "id" });
    const own = t.as(merchant);
    const limited = { ...own, caller: { ...own.caller, stores: [id + 1] } };
    expect(await save(limited)).toMatchObject({ code: "permission_denied" });
  });
});
