import { schema } from "@stampbook/db";
import { beforeAll, describe, expect, test } from "vitest";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import {
  type BookingStatus,
  cancelBooking,
  changeBooking,
  completeBooking,
  confirmBooking,
  getBooking,
  markNoShow,
  matchBooking,
  seatBooking,
  undoBooking,
} from "../index.ts";

const t = harnessOfFile({ isOwn: true });
beforeAll(async () => {
  await t.db.insert(schema.staffUsers).values([
    { id: "rina", name: "Rina", email: "rina@example.com" },
    { id: "joko", name: "Joko", email: "joko@example.com" },
  ]);
});

const as = (merchant: Merchant, userId = "rina", clockOffsetMs = 0) =>
  t.as(merchant, {
    caller: { kind: "staff", merchant, userId, role: "cashier", stores: null },
    clockOffsetMs,
  });

/** A merchant with a request whose time has come. */
async function requested(settings: Partial<typeof schema.merchants.$inferInsert> = {}) {
  const merchant = await t.given.merchant(settings);
  const store = await t.given.store(merchant);
  const id = await t.deps.ids.take(merchant.id, "bookings");
  await t.db.insert(schema.bookings).values({
    ...{ merchantId: merchant.id, id, storeId: store.id, claim: "guest@example.com" },
    ...{ date: "2026-01-10", time: "19:30", phone: "5551234", numberOfPeople: 4 },
    recordedRevision: 1,
  });
  return { merchant, id, ctx: as(merchant) };
}

type Decide = typeof seatBooking;
const ways: [to: BookingStatus, from: BookingStatus, steps: Decide[]][] = [
  ["Seated", "Requested", [seatBooking]],
  ["Seated", "Confirmed", [confirmBooking, seatBooking]],
  ["Seated", "No-show", [markNoShow, seatBooking]],
  ["Completed", "Seated", [seatBooking, completeBooking]],
  ["Canceled", "Requested", [cancelBooking]],
  ["Canceled", "Confirmed", [confirmBooking, cancelBooking]],
  ["No-show", "Requested", [markNoShow]],
  ["No-show", "Confirmed", [confirmBooking, markNoShow]],
];

/** Makes the decisions, one after the other. Returns the booking. */
async function decided(ctx: CoreContext, id: number, steps: Decide[]) {
  for (const [index, step] of steps.entries()) await step(ctx, { id, revision: index + 1 });
  return getBooking(ctx, id);
}

describe("an undo", () => {
  test.each(ways)("of %s goes back to %s, once", async (to, from, steps) => {
    const { merchant, id, ctx } = await requested();
    const { status, revision, canUndoUntil, decidedAt } = await decided(ctx, id, steps);
    expect(status).toBe(to);
    const minutes = (Date.parse(canUndoUntil ?? "") - Date.parse(decidedAt ?? "")) / 60_000;
    expect(minutes).toBe(15);
    const before = await t.rows(merchant);
    const undone = await undoBooking(ctx, { id, revision });
    expect(undone).toMatchObject({ status: from, revision: revision + 1, canUndoUntil: null });
    const { changes, ...booking } = await getBooking(ctx, id);
    expect(booking).toEqual(undone);
    expect(changes.at(-1)).toMatchObject({
      ...{ revision: revision + 1, statusBefore: to, status: from, fields: {} },
      by: { kind: "staff", id: "rina", name: "Rina" },
    });
    expect((await t.written(merchant, before)).auditEntries).toMatchObject([
      { action: "bookings.undo", subject: `booking ${id}`, details: { from: to, to: from } },
    ]);
    const again = await refusalOf(undoBooking(ctx, { id, revision: revision + 1 }));
    expect(again).toMatchObject({ code: "nothing_to_undo", field: "id" });
  });

  test("shows until when with the decision itself", async () => {
    const { id, ctx } = await requested();
    const confirmed = await confirmBooking(ctx, { id, revision: 1 });
    expect(confirmed.canUndoUntil).toBeNull();
    const seated = await seatBooking(ctx, { id, revision: 2 });
    expect(seated.canUndoUntil).toEqual((await getBooking(ctx, id)).canUndoUntil);
    expect(seated.canUndoUntil).not.toBeNull();
  });

  test.each([
    ["a confirmation", (ctx: CoreContext, id: number) => confirmBooking(ctx, { id, revision: 1 })],
    [
      "a change after the decision",
      async (ctx: CoreContext, id: number) => {
        await seatBooking(ctx, { id, revision: 1 });
        const stays = { store: null, date: null, time: null, phone: null, notes: null };
        return changeBooking(ctx, { ...stays, id, revision: 2, numberOfPeople: 5 });
      },
    ],
    [
      "a match after the decision",
      async (ctx: CoreContext, id: number) => {
        await seatBooking(ctx, { id, revision: 1 });
        const { id: user } = await t.given.customer(ctx.caller.merchant);
        return matchBooking(ctx, { id, revision: 2, user });
      },
    ],
  ])("is refused after %s", async (_, change) => {
    const { id, ctx } = await requested();
    const { revision } = await change(ctx, id);
    expect((await refusalOf(undoBooking(ctx, { id, revision }))).code).toBe("nothing_to_undo");
    expect(await getBooking(ctx, id)).toMatchObject({ revision });
  });

  test("is refused for a request, and for a decision from before changes were recorded", async () => {
    const { merchant, id, ctx } = await requested();
    expect((await refusalOf(undoBooking(ctx, { id, revision: 1 }))).code).toBe("nothing_to_undo");
    await t.db.execute(`update bookings set status = 'Seated', revision = 2, decided_by = 'staff:rina',
      decided_at = now() where merchant_id = ${merchant.id} and id = ${id}`);
    expect((await refusalOf(undoBooking(ctx, { id, revision: 2 }))).code).toBe("nothing_to_undo");
  });

  test("is possible as long as the merchant says", async () => {
    const at = async (bookingUndoMinutes: number, minutes: number) => {
      const { merchant, id, ctx } = await requested({ bookingUndoMinutes });
      const { canUndoUntil } = await seatBooking(ctx, { id, revision: 1 });
      const later = as(merchant, "joko", minutes * 60_000);
      const outcome = await undoBooking(later, { id, revision: 2 }).then(
        ({ status }) => status,
        (error) => error.refusal.message,
      );
      return [outcome, canUndoUntil !== null];
    };
    const over = (minutes: number) => [
      `There is nothing to undo: only the last decision to Seated, Completed, Canceled or No-show can be, within ${minutes} minute(s) of it.`,
      minutes > 0,
    ];
    expect(await at(15, 14)).toEqual(["Requested", true]);
    expect(await at(15, 15)).toEqual(over(15));
    expect(await at(60, 59)).toEqual(["Requested", true]);
    expect(await at(0, 0)).toEqual(over(0));
  });

  test("that its caller has just made is answered again", async () => {
    const { merchant, id, ctx } = await requested();
    await seatBooking(ctx, { id, revision: 1 });
    const replays: number[] = [];
    const counting = { ...ctx, onReplay: () => void replays.push(1) };
    const undone = await undoBooking(counting, { id, revision: 2 });
    expect(await undoBooking(counting, { id, revision: 2 })).toEqual(undone);
    expect(replays).toHaveLength(1);
    const other = undoBooking(as(merchant, "joko"), { id, revision: 2 });
    expect(await refusalOf(other)).toMatchObject({ code: "stale_revision", current: undone });
  });

  test("and a second decision at once: one of them is done", async () => {
    const { merchant, id, ctx } = await requested();
    const { revision } = await seatBooking(ctx, { id, revision: 1 });
    const settled = await Promise.allSettled([
      undoBooking(ctx, { id, revision }),
      completeBooking(as(merchant, "joko"), { id, revision }),
    ]);
    const codes = settled.map((each) =>
      each.status === "fulfilled" ? "done" : each.reason.refusal.code,
    );
    expect(codes.sort()).toEqual(["done", "stale_revision"]);
    expect((await getBooking(ctx, id)).changes).toHaveLength(2);
  });
});
