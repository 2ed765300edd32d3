import { expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { addWalkIn, getBooking, undoBooking } from "../index.ts";

const t = harnessOfFile();

/** 17:59:57 in Jakarta, on a Monday. */
const NOW = "2027-02-01T10:59:57Z";
const party = { name: "Walk-in", phone: "", customerId: null, numberOfPeople: 2, notes: null };

async function setting(store: object = {}) {
  const merchant = await t.given.merchant();
  const { id } = await t.given.store(merchant, { timezone: "Asia/Jakarta", ...store });
  const ctx = { ...t.as(merchant), clockOffsetMs: t.offsetTo(NOW) };
  return { ctx, add: (changes = {}) => addWalkIn(ctx, { ...party, store: id, ...changes }) };
}

test("guests who walk in are seated now, without a phone number, and a slip can be undone", async () => {
  const { ctx, add } = await setting();
  const { id, status } = await add();
  expect(status).toBe("Seated");
  const booking = await getBooking(ctx, id);
  expect(booking).toMatchObject({
    ...{ user: "Walk-in", phone: "", date: "2027-02-01", time: "18:00:00", revision: 3 },
    changes: [{ status: "Confirmed" }, { statusBefore: "Confirmed", status: "Seated" }],
  });
  expect(await undoBooking(ctx, { id, revision: 3 })).toMatchObject({ status: "Confirmed" });
});

test("not in a store that is closed, too small, unknown or another's", async () => {
  const closed = await setting({ openingHours: { "1": [{ from: "19:00", to: "22:00" }] } });
  expect(await refusalOf(closed.add())).toMatchObject({ code: "invalid", field: "time" });
  const small = await setting({ largestParty: 1 });
  expect(await refusalOf(small.add())).toMatchObject({ code: "invalid", field: "numberOfPeople" });
  expect(await refusalOf(small.add({ store: 999_999 }))).toMatchObject({ code: "invalid_store" });
  const { ctx, add } = await setting();
  const limited = { ...ctx, caller: { ...ctx.caller, stores: [999_999] } };
  const { id } = await add();
  const store = (await getBooking(ctx, id)).store.id;
  expect(await refusalOf(addWalkIn(limited, { ...party, store }))).toMatchObject({
    code: "permission_denied",
  });
});

test("in a full slot only if staff insist", async () => {
  const { add } = await setting({ slotMinutes: 30, coversPerSlot: 3 });
  await add();
  expect(await refusalOf(add())).toMatchObject({ code: "booking_slot_full", field: "time" });
  expect(await add({ ignoreCapacity: true })).toMatchObject({ status: "Seated" });
});
