import { schema } from "@stampbook/db";
import { beforeAll, describe, expect, test } from "vitest";
import { runAudit } from "../../foundation/audit/index.ts";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import {
  addBooking,
  addBookingByStaff,
  cancelBooking,
  confirmBooking,
  getBooking,
  matchBooking,
  seatBooking,
} from "../index.ts";

const t = harnessOfFile();
beforeAll(async () => {
  await t.db.insert(schema.staffUsers).values([
    { id: "sita", name: "Sita", email: "sita@example.com" },
    { id: "tono", name: "Tono", email: "tono@example.com" },
  ]);
});

const as = (merchant: Merchant, userId = "sita"): CoreContext =>
  t.as(merchant, { caller: { kind: "staff", merchant, userId, role: "cashier", stores: null } });

/** A merchant with a store, and a guest's booking there. */
async function requested() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const wish = { store: store.id, date: "2099-11-20", time: "19:30", phone: "0812 3456" };
  const party = { ...wish, numberOfPeople: 4, notes: null };
  const { id } = await addBooking(t.deps, { ...party, user: "guest@example.com" });
  return { merchant, id, party };
}

/** Returns the context with a count of the answers that were replays. */
function countingReplays(ctx: CoreContext) {
  const replays = { count: 0 };
  return { replays, ctx: { ...ctx, onReplay: () => void replays.count++ } };
}

describe("the changes of a booking", () => {
  test("are one for each revision above 1, with who made it", async () => {
    const { merchant, id } = await requested();
    const { id: customerId, email } = await t.given.customer(merchant);
    await confirmBooking(as(merchant), { id, revision: 1 });
    await matchBooking(as(merchant, "tono"), { id, revision: 2, user: email });
    const { changes, ...booking } = await getBooking(as(merchant), id);
    const sita = { kind: "staff", id: "sita", name: "Sita" };
    expect(booking).toMatchObject({ revision: 3, status: "Confirmed" });
    expect(changes).toEqual([
      {
        ...{ revision: 2, statusBefore: "Requested", status: "Confirmed", fields: {}, by: sita },
        isOverCapacity: false,
        createdAt: expect.any(String),
      },
      {
        ...{ revision: 3, statusBefore: "Confirmed", status: "Confirmed" },
        fields: { customer: [null, customerId] },
        by: { kind: "staff", id: "tono", name: "Tono" },
        isOverCapacity: false,
        createdAt: expect.any(String),
      },
    ]);
    expect(Date.parse(changes[1]?.createdAt ?? "")).toBe(Date.parse(booking.decidedAt ?? ""));
  });

  test("begin with the confirmation where staff booked", async () => {
    const { merchant, party } = await requested();
    const { id } = await addBookingByStaff(as(merchant), {
      ...party,
      name: "Ibu Sari",
      customerId: null,
    });
    expect((await getBooking(as(merchant), id)).changes).toMatchObject([
      { revision: 2, statusBefore: "Requested", status: "Confirmed", fields: {} },
    ]);
  });

  test("are complete by the audit, except of bookings from before they were recorded", async () => {
    const { merchant, id } = await requested();
    await confirmBooking(as(merchant), { id, revision: 1 });
    const broken = async () =>
      (await runAudit(t.db, merchant.id)).map(({ invariant, subject }) => [invariant, subject]);
    expect(await broken()).toEqual([]);
    await t.db.execute(
      `delete from booking_changes where merchant_id = ${merchant.id} and booking_id = ${id}`,
    );
    expect(await broken()).toEqual([["R a booking has a change for each revision above 1", id]]);
    const before = `where merchant_id = ${merchant.id} and id = ${id}`;
    await t.db.execute(`update bookings set recorded_revision = 0 ${before}`);
    await seatBooking(as(merchant), { id, revision: 2 });
    expect(await broken()).toEqual([]);
    await t.db.execute(`update bookings set status = 'Requested' ${before}`);
    expect(await broken()).toEqual([["R a booking is as its last change left it", id]]);
    await t.db.execute(`update bookings set status = 'Seated' ${before}`);
  });
});

describe("a decision that its caller has just made", () => {
  test("is answered again, and nothing is written", async () => {
    const { merchant, id } = await requested();
    const { ctx, replays } = countingReplays(as(merchant));
    const made = await confirmBooking(ctx, { id, revision: 1 });
    const before = await t.rows(merchant);
    expect(replays.count).toBe(0);
    expect(await confirmBooking(ctx, { id, revision: 1 })).toEqual(made);
    expect(replays.count).toBe(1);
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("of a match too", async () => {
    const { merchant, id } = await requested();
    const [one, other] = [await t.given.customer(merchant), await t.given.customer(merchant)];
    const { ctx, replays } = countingReplays(as(merchant));
    const made = await matchBooking(ctx, { id, revision: 1, user: one.email });
    expect(await matchBooking(ctx, { id, revision: 1, user: one.id })).toEqual(made);
    expect(replays.count).toBe(1);
    const another = matchBooking(ctx, { id, revision: 1, user: other.email });
    expect((await refusalOf(another)).code).toBe("stale_revision");
  });

  test("is refused to another caller, for another wish, and for an older revision", async () => {
    const { merchant, id } = await requested();
    const made = await confirmBooking(as(merchant), { id, revision: 1 });
    const refused = async (deciding: Promise<unknown>) => {
      const { code, current } = await refusalOf(deciding);
      return { code, current };
    };
    const stale = { code: "stale_revision", current: made };
    expect(await refused(confirmBooking(as(merchant, "tono"), { id, revision: 1 }))).toEqual(stale);
    expect(await refused(cancelBooking(as(merchant), { id, revision: 1 }))).toEqual(stale);
    const { email } = await t.given.customer(merchant);
    const matched = await matchBooking(as(merchant), { id, revision: 2, user: email });
    expect(await refused(confirmBooking(as(merchant), { id, revision: 1 }))).toEqual({
      ...stale,
      current: matched,
    });
  });

  test("sent twice at once is made once", async () => {
    const { merchant, id } = await requested();
    const { ctx, replays } = countingReplays(as(merchant));
    const both = await Promise.all([1, 2].map(() => seatBooking(ctx, { id, revision: 1 })));
    expect(both.map(({ revision }) => revision)).toEqual([2, 2]);
    expect(replays.count).toBe(1);
    expect((await getBooking(ctx, id)).changes).toHaveLength(1);
  });
});
