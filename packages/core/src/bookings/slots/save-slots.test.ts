import { describe, expect, test } from "vitest";
import { listAuditEntries, runAudit } from "../../foundation/audit/index.ts";
import { listStores } from "../../running/merchants/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { addBookingByStaff, changeBooking, getBooking, saveSlots } from "../index.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const { id } = await t.given.store(merchant);
  const ctx = t.as(merchant);
  const save = (slotMinutes: number | null, coversPerSlot: number | null) =>
    saveSlots(ctx, { id, slotMinutes, coversPerSlot });
  const wish = { store: id, date: "2099-11-25", phone: "5551234", notes: null };
  const book = (time: string, numberOfPeople: number, ignoreCapacity = false) =>
    addBookingByStaff(ctx, {
      ...{ ...wish, time, numberOfPeople, ignoreCapacity, name: "Ani", customerId: null },
    });
  const counts = async () => {
    const rows = (await t.rows(merchant)).get("bookingSlots")?.values() ?? [];
    return [...rows].map(({ date, slot, covers }) => `${date} ${slot}: ${covers}`).sort();
  };
  return { merchant, id, ctx, save, wish, book, counts };
}

test("slots begin at midnight, and bookings are counted again when their length changes", async () => {
  const { save, book, counts } = await setting();
  await book("00:14", 1);
  await book("19:00", 2);
  await book("19:29", 3);
  await book("19:30", 4);
  await book("23:59", 5);
  expect(await counts()).toEqual([]);
  await save(30, null);
  const day = "2099-11-25";
  const shared = [`${day} 00:00:00: 1`, `${day} 19:00:00: 5`, `${day} 19:30:00: 4`];
  expect(await counts()).toEqual([...shared, `${day} 23:30:00: 5`]);
  await save(60, null);
  expect(await counts()).toEqual([shared[0], `${day} 19:00:00: 9`, `${day} 23:00:00: 5`]);
  await save(null, 10);
  expect(await counts()).toEqual([]);
});

test("a lower figure changes no booking, and what exists may stay or shrink in its slot", async () => {
  const { ctx, save, book, counts } = await setting();
  await save(30, 10);
  const { id } = await book("19:00", 9);
  await save(30, 4);
  expect(await refusalOf(book("19:15", 1))).toMatchObject({
    ...{ code: "booking_slot_full", field: "time" },
    message: "19:15 is full for 1 person",
  });
  const unchanged = { store: null, date: null, time: null, numberOfPeople: null };
  const change = (revision: number, to: object) =>
    changeBooking(ctx, { ...unchanged, phone: null, notes: null, ...to, id, revision });
  await change(2, { time: "19:20" });
  await change(3, { numberOfPeople: 8 });
  expect(await counts()).toEqual(["2099-11-25 19:00:00: 8"]);
  expect(await refusalOf(change(4, { numberOfPeople: 9 }))).toMatchObject({
    message: "19:20 is full for 9 people",
  });
  await change(4, { numberOfPeople: 9, ignoreCapacity: true });
  const { changes } = await getBooking(ctx, id);
  expect(changes.map(({ isOverCapacity }) => isOverCapacity)).toEqual([false, false, false, true]);
});

test("staff may take more seats than are left, and the booking says so", async () => {
  const { ctx, save, book } = await setting();
  await save(30, 4);
  const isOver = async (id: number) => (await getBooking(ctx, id)).changes[0]?.isOverCapacity;
  const fits = await book("19:00", 4, true);
  const more = await book("19:00", 1, true);
  expect([await isOver(fits.id), await isOver(more.id)]).toEqual([false, true]);
});

test("are on record, and the audit finds a wrong count", async () => {
  const { merchant, id, ctx, save, book } = await setting();
  await save(30, 4);
  await save(30, 4);
  const all = { from: null, to: null, action: null, actor: null, subject: null, text: null };
  const { items } = await listAuditEntries(ctx, { ...all, after: null, limit: 9 });
  expect(items.map(({ action, subject, details }) => ({ action, subject, details }))).toEqual([
    {
      ...{ action: "settings.stores.saveSlots", subject: `store ${id}` },
      details: { slotMinutes: { from: null, to: 30 }, coversPerSlot: { from: null, to: 4 } },
    },
  ]);
  expect(await listStores(ctx)).toMatchObject([{ slotMinutes: 30, coversPerSlot: 4 }]);
  await book("19:00", 2);
  const broken = async () => (await runAudit(t.db, merchant.id)).map(({ detail }) => detail);
  expect(await broken()).toEqual([]);
  const ofMerchant = `where merchant_id = ${merchant.id}`;
  await t.db.execute(`update booking_slots set covers = 3 ${ofMerchant}`);
  const at = `store ${id}, 2099-11-25 19:00:00 counts`;
  expect(await broken()).toEqual([`${at} 3, its bookings have 2`]);
  await t.db.execute(`delete from booking_slots ${ofMerchant}`);
  expect(await broken()).toEqual([`${at} 0, its bookings have 2`]);
  await save(30, 4);
  expect(await broken()).toEqual([]);
});

describe("are refused", () => {
  test("for another merchant's store, and by a person of another store", async () => {
    const { id, ctx } = await setting();
    const { ctx: other } = await setting();
    const slots = { id, slotMinutes: 30, coversPerSlot: 9 };
    expect(await refusalOf(saveSlots(other, slots))).toMatchObject({
      ...{ code: "invalid_store", field: "id" },
    });
    const limited = { ...ctx, caller: { ...ctx.caller, stores: [id + 1] } };
    expect(await refusalOf(saveSlots(limited, slots))).toMatchObject({ code: "permission_denied" });
  });
});
