import { schema } from "@stampbook/db";
import { beforeAll, describe, expect, test } from "vitest";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { changeBooking, getBooking, seatBooking } from "../index.ts";
import type { BookingChanges } from "./change-booking.ts";

const t = harnessOfFile({ isOwn: true });
beforeAll(async () => {
  await t.db.insert(schema.staffUsers).values([
    { id: "rina", name: "Rina", email: "rina@example.com" },
    { id: "joko", name: "Joko", email: "joko@example.com" },
  ]);
});

const stays: BookingChanges = {
  ...{ store: null, date: null, time: null, numberOfPeople: null, phone: null, notes: null },
};
const as = (merchant: Merchant, userId = "rina", stores: readonly number[] | null = null) =>
  t.as(merchant, { caller: { kind: "staff", merchant, userId, role: "cashier", stores } });

/** A merchant with a booking for four people on a day to come, and functions that change it. */
async function booked(row: Partial<typeof schema.bookings.$inferInsert> = {}) {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const id = await t.deps.ids.take(merchant.id, "bookings");
  const wish = { date: "2099-11-20", time: "19:30", phone: "5551234", numberOfPeople: 4 };
  const made = { claim: "guest@example.com", notes: "By the window", ...wish, ...row };
  const first = { revision: 1, recordedRevision: 1 };
  const key = { merchantId: merchant.id, id, storeId: store.id };
  await t.db.insert(schema.bookings).values({ ...first, ...made, ...key });
  const change = (fields: Partial<BookingChanges>, revision = 1, ctx: CoreContext = as(merchant)) =>
    changeBooking(ctx, { ...stays, ...fields, id, revision });
  return { merchant, store, id, change };
}

describe("a change of a booking", () => {
  test("sets what it names, keeps the status, and is recorded before and after", async () => {
    const { merchant, store, id, change } = await booked({ status: "Requested" });
    const other = await t.given.store(merchant);
    const fields = { date: "2099-12-01", time: "20:00", numberOfPeople: 6, phone: "5550000" };
    const before = await t.rows(merchant);
    const changed = await change({ ...fields, store: other.code, notes: "" });
    expect(changed).toMatchObject({
      ...{ id, ...fields, time: "20:00:00", notes: null, status: "Requested", revision: 2 },
      store: { id: other.id, code: other.code, name: other.name },
      decidedBy: { kind: "staff", id: "rina", name: "Rina" },
    });
    const { changes, ...booking } = await getBooking(as(merchant), id);
    expect(booking).toEqual(changed);
    expect(changes).toMatchObject([
      {
        ...{ revision: 2, statusBefore: "Requested", status: "Requested" },
        fields: {
          store: [store.id, other.id],
          date: ["2099-11-20", "2099-12-01"],
          time: ["19:30:00", "20:00:00"],
          number_of_people: [4, 6],
          phone: ["5551234", "5550000"],
          notes: ["By the window", ""],
        },
      },
    ]);
    const { auditEntries } = await t.written(merchant, before);
    expect(auditEntries).toMatchObject([
      {
        ...{ action: "bookings.change", actor: "staff:rina", subject: `booking ${id}` },
        details: {
          stores: { from: [store.id], to: [other.id] },
          date: { from: "2099-11-20", to: "2099-12-01" },
          time: { from: "19:30:00", to: "20:00:00" },
          numberOfPeople: { from: 4, to: 6 },
          phone: { from: "5551234", to: "5550000" },
          notes: { from: "By the window", to: "" },
        },
      },
    ]);
  });

  test("leaves what it does not name, and names only what changed", async () => {
    const { merchant, id, change } = await booked();
    expect(await change({ phone: "5550000", numberOfPeople: 4 })).toMatchObject({
      ...{ date: "2099-11-20", time: "19:30:00", numberOfPeople: 4, notes: "By the window" },
      phone: "5550000",
    });
    const { changes } = await getBooking(as(merchant), id);
    expect(changes.map(({ fields }) => fields)).toEqual([{ phone: ["5551234", "5550000"] }]);
  });

  test("of a Seated booking is for people, phone and notes, even after its time", async () => {
    const seated = { status: "Seated", date: "2026-01-10" } as const;
    const { change } = await booked(seated);
    const fields = { numberOfPeople: 9, phone: "5550000", notes: "Birthday" };
    expect(await change(fields)).toMatchObject({ ...fields, status: "Seated" });
    expect(await refusalOf(change({ time: "20:00" }, 2))).toMatchObject({
      ...{ code: "invalid", field: "status" },
      message: "A booking that is Seated keeps its day, time and store",
    });
  });

  test.each(["Completed", "Canceled", "No-show"])("of a %s booking is refused", async (status) => {
    const { change } = await booked({ status });
    expect(await refusalOf(change({ notes: "x" }))).toMatchObject({
      ...{ code: "invalid", field: "status" },
      message: `A booking that is ${status} cannot be changed`,
    });
  });

  test("asks the new store for its limits, and only if it moves or grows", async () => {
    const { merchant, change } = await booked();
    const { id: small } = await t.given.store(merchant, { largestParty: 3 });
    expect(await refusalOf(change({ store: small }))).toMatchObject({
      ...{ code: "invalid", field: "numberOfPeople", expected: "at most 3" },
    });
    expect(await change({ store: small, numberOfPeople: 3 })).toMatchObject({ revision: 2 });
    expect(await refusalOf(change({ numberOfPeople: 4 }, 2))).toMatchObject({ code: "invalid" });
    expect(await change({ numberOfPeople: 2 }, 2)).toMatchObject({ numberOfPeople: 2 });
  });

  test("is for the stores of the caller, the old one and the new one", async () => {
    const { merchant, store, change } = await booked();
    const { id: other } = await t.given.store(merchant);
    const refused = async (stores: number[], fields: Partial<BookingChanges>) =>
      (await refusalOf(change(fields, 1, as(merchant, "rina", stores)))).code;
    expect(await refused([store.id], { store: other })).toBe("permission_denied");
    expect(await refused([other], { notes: "x" })).toBe("permission_denied");
    expect(await refused([store.id], { store: 999_999_999 })).toBe("invalid_store");
    expect(
      await change({ store: other }, 1, as(merchant, "rina", [store.id, other])),
    ).toMatchObject({
      store: { id: other },
    });
  });
});

describe("a change that was made already", () => {
  test("by its caller is answered again, if all that it names is so", async () => {
    const { merchant, change } = await booked();
    const replays: number[] = [];
    const ctx = { ...as(merchant), onReplay: () => void replays.push(1) };
    const made = await change({ time: "20:00", notes: "" }, 1, ctx);
    const before = await t.rows(merchant);
    expect(await change({ time: "20:00" }, 1, ctx)).toEqual(made);
    expect(await change({ notes: "" }, 1, ctx)).toEqual(made);
    expect(replays).toHaveLength(2);
    expect(await t.written(merchant, before)).toEqual({});
    const late = [
      await refusalOf(change({ time: "20:30" }, 1, ctx)),
      await refusalOf(change({ time: "20:00", numberOfPeople: 5 }, 1, ctx)),
      await refusalOf(change({ time: "20:00", notes: "" }, 1, as(merchant, "joko"))),
    ];
    const stale = expect.objectContaining({ code: "stale_revision", current: made });
    expect(late).toEqual([stale, stale, stale]);
  });

  test("and one that changes nothing writes nothing", async () => {
    const { merchant, id, change } = await booked();
    const before = await t.rows(merchant);
    expect(await change({ date: "2099-11-20", time: "19:30" })).toMatchObject({ id, revision: 1 });
    expect(await t.written(merchant, before)).toEqual({});
    expect((await refusalOf(change({ time: "19:30" }, 3))).code).toBe("stale_revision");
  });
});

describe("two at once", () => {
  test("of two changes one is made, and the other is told by whom", async () => {
    const { merchant, id, change } = await booked();
    const [rina, joko] = [as(merchant), as(merchant, "joko")];
    const settled = await Promise.allSettled([
      change({ time: "20:00" }, 1, rina),
      change({ time: "21:00" }, 1, joko),
      seatBooking(joko, { id, revision: 1 }),
    ]);
    const codes = settled.map((each) =>
      each.status === "fulfilled" ? "done" : each.reason.refusal.code,
    );
    expect(codes.sort()).toEqual(["done", "stale_revision", "stale_revision"]);
    expect((await getBooking(rina, id)).changes).toHaveLength(1);
  });
});
