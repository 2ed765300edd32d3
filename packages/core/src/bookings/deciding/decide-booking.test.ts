import { connect, type OpenDb, schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CoreContext, KnownCaller, Merchant } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { createHarness, refusalOf } from "../../testing/index.ts";
import {
  type Booking,
  type BookingDecision,
  type BookingStatus,
  cancelBooking,
  completeBooking,
  confirmBooking,
  getBooking,
  markNoShow,
  matchBooking,
  seatBooking,
  transitions,
} from "../index.ts";

const t = harnessOfFile({ isOwn: true });
let other: OpenDb;
beforeAll(async () => {
  other = await connect({ url: t.open.url }, { isPatient: true });
  await t.db.insert(schema.staffUsers).values([
    { id: "rina", name: "Rina", email: "rina@example.com" },
    { id: "joko", name: "Joko", email: "joko@example.com" },
  ]);
});
afterAll(() => other?.close());

type BookingRow = Partial<typeof schema.bookings.$inferInsert>;
type Decide = (ctx: CoreContext, decision: BookingDecision) => Promise<Booking>;

/** Each decision that changes the status: the new status, the name, and the function. */
const verbs: [BookingStatus, string, Decide][] = [
  ["Confirmed", "confirm", confirmBooking],
  ["Seated", "seat", seatBooking],
  ["Completed", "complete", completeBooking],
  ["Canceled", "cancel", cancelBooking],
  ["No-show", "markNoShow", markNoShow],
];

let lastId = 0;

/** Makes a merchant with a store. `booking` inserts a booking there. */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const booking = async (row: BookingRow = {}) => {
    const id = ++lastId;
    const decided = { revision: 2, decidedBy: "staff:joko", decidedAt: "2026-11-20T03:00:00Z" };
    const made = {
      storeId: store.id,
      claim: "guest@example.com",
      date: "2026-01-10",
      time: "19:30",
      phone: "5551234",
      numberOfPeople: 4,
      ...(row.status && row.status !== "Requested" ? decided : {}),
      ...row,
    };
    await t.db.insert(schema.bookings).values({ ...made, merchantId: merchant.id, id });
    return { id, revision: made.revision ?? 1 };
  };
  return { merchant, store, booking };
}

const staff = (
  merchant: Merchant,
  userId: string,
  stores: readonly number[] | null = null,
): KnownCaller => ({ kind: "staff", merchant, userId, role: "cashier", stores });

const as = (merchant: Merchant, userId = "rina", stores: readonly number[] | null = null) =>
  t.as(merchant, { caller: staff(merchant, userId, stores) });

const historyOf = ({ id }: Merchant) =>
  t.db.select().from(schema.auditEntries).where(eq(schema.auditEntries.merchantId, id));

describe("a decision", () => {
  test("is told whole, with who made it", async () => {
    const { merchant, store, booking } = await setting();
    const made = await booking({ notes: "By the window" });
    const clockOffsetMs = t.offsetTo("2027-01-30T05:00:00Z");
    const ctx = t.as(merchant, { caller: staff(merchant, "rina"), clockOffsetMs });
    expect(await confirmBooking(ctx, made)).toEqual({
      id: made.id,
      store: { id: store.id, code: store.code, name: store.name },
      user: "guest@example.com",
      customer: null,
      date: "2026-01-10",
      time: "19:30:00",
      phone: "5551234",
      numberOfPeople: 4,
      notes: "By the window",
      status: "Confirmed",
      revision: 2,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      decidedAt: expect.stringMatching(/^2027-01-30T05:00:/),
      decidedBy: { kind: "staff", id: "rina", name: "Rina" },
      canUndoUntil: null,
      messages: [],
    });
  });

  test("is kept, and what getBooking tells", async () => {
    const { merchant, booking } = await setting();
    const { id, revision } = await booking();
    const told = await seatBooking(as(merchant), { id, revision });
    expect(await getBooking(as(merchant), id)).toMatchObject(told);
  });

  test("and the one after it stand in the history", async () => {
    const { merchant, booking } = await setting();
    const customer = await t.given.customer(merchant);
    const { id } = await booking();
    await confirmBooking(as(merchant), { id, revision: 1 });
    await matchBooking(as(merchant, "joko"), { id, revision: 2, user: customer.email });
    await seatBooking(as(merchant), { id, revision: 3 });
    const entries = await historyOf(merchant);
    expect(
      entries.map(({ action, actor, subject, details }) => [action, actor, subject, details]),
    ).toEqual([
      ["bookings.confirm", "staff:rina", `booking ${id}`, { from: "Requested", to: "Confirmed" }],
      ["bookings.match", "staff:joko", `booking ${id}`, { customer: customer.id }],
      ["bookings.seat", "staff:rina", `booking ${id}`, { from: "Confirmed", to: "Seated" }],
    ]);
  });

  test("of a token is told by the token's name", async () => {
    const { merchant, booking } = await setting();
    const token = await t.given.token(merchant, { secret: "s".repeat(40), hash: `h${lastId}` });
    const caller: KnownCaller = {
      kind: "token",
      merchant,
      tokenId: token.id,
      scopes: ["bookings"],
      stores: null,
    };
    const { decidedBy } = await confirmBooking(t.as(merchant, { caller }), await booking());
    expect(decidedBy).toEqual({ kind: "token", id: String(token.id), name: `Token ${token.id}` });
  });

  test("of somebody who is no longer known is told without a name", async () => {
    const { merchant, booking } = await setting();
    const { decidedBy } = await confirmBooking(as(merchant, "gone"), await booking());
    expect(decidedBy).toEqual({ kind: "staff", id: "gone", name: null });
  });
});

describe.each(verbs)("to %s", (to, name, decide) => {
  test.each(Object.keys(transitions) as BookingStatus[])("from %s", async (from) => {
    const { merchant, booking } = await setting();
    const made = await booking({ status: from });
    const decided = decide(as(merchant), made);
    if (transitions[from].includes(to))
      expect(await decided).toMatchObject({ status: to, revision: made.revision + 1 });
    else {
      expect(await refusalOf(decided)).toMatchObject({ code: "invalid", field: "status" });
      expect(await getBooking(as(merchant), made.id)).toMatchObject({ status: from, ...made });
      expect(await historyOf(merchant)).toEqual([]);
    }
  });

  test("is refused on a revision that is past, naming who decided, and kept as refused", async () => {
    const { merchant, store, booking } = await setting();
    const made = await booking();
    await matchBooking(as(merchant, "joko"), {
      ...made,
      user: (await t.given.customer(merchant)).email,
    });
    const before = await t.rows(merchant);
    expect(await refusalOf(decide(as(merchant), made))).toMatchObject({
      code: "stale_revision",
      message: "Joko has changed this booking meanwhile, it is Requested",
      expected: "revision 1",
      found: "revision 2 by staff joko",
    });
    expect((await t.written(merchant, before)).refusals).toMatchObject([
      {
        operation: `bookings.${name}`,
        subject: `booking ${made.id}`,
        code: "stale_revision",
        storeId: store.id,
        caller: "staff:rina",
      },
    ]);
  });

  test("is for those who may handle bookings in that store of that merchant", async () => {
    const { merchant, store, booking } = await setting();
    const made = await booking();
    const codeFor = async (ctx: CoreContext) => (await refusalOf(decide(ctx, made))).code;
    const stranger = await t.given.merchant();
    expect(await codeFor(as(stranger))).toBe("booking_not_found");
    expect(await codeFor(as(merchant, "rina", [store.id + 1]))).toBe("permission_denied");
    expect(await codeFor(as(merchant, "rina", []))).toBe("permission_denied");
    const caller: KnownCaller = {
      kind: "token",
      merchant,
      tokenId: 1,
      scopes: ["redemptions"],
      stores: null,
    };
    expect(await codeFor(t.as(merchant, { caller }))).toBe("permission_denied");
    expect(await getBooking(as(merchant, "rina", [store.id]), made.id)).toMatchObject(made);
  });
});

test("a no-show waits for the booking's time, by the store's clock", async () => {
  const { merchant, booking } = await setting();
  const made = await booking({ date: "2027-11-20", time: "19:30" });
  const at = (moment: string) =>
    t.as(merchant, { caller: staff(merchant, "rina"), clockOffsetMs: t.offsetTo(moment) });
  const early = await refusalOf(markNoShow(at("2027-11-20T12:29:00Z"), made));
  expect(early).toMatchObject({ code: "invalid", field: "status" });
  expect((await markNoShow(at("2027-11-20T12:30:01Z"), made)).status).toBe("No-show");
});

describe("a match", () => {
  test("takes every form of identifier, and leaves the status", async () => {
    const { merchant, booking } = await setting();
    const row = { mobileNumber: "+6281234567890" };
    const { id, name, email, memberId } = await t.given.customer(merchant, row);
    for (const user of [email, memberId, "0812-3456-7890", String(id), id]) {
      const made = await booking({ status: "Seated" });
      const told = await matchBooking(as(merchant), { ...made, user });
      expect(told).toMatchObject({ customer: { id, name }, status: "Seated", revision: 3 });
    }
  });

  test("can be set right, and stays through later decisions", async () => {
    const { merchant, booking } = await setting();
    const [wrong, right] = [await t.given.customer(merchant), await t.given.customer(merchant)];
    const { id } = await booking({ customerId: wrong.id });
    await matchBooking(as(merchant), { id, revision: 1, user: right.email });
    const told = await confirmBooking(as(merchant), { id, revision: 2 });
    expect(told.customer).toEqual({ id: right.id, name: right.name });
  });

  test("is refused to nobody, and to somebody of another merchant", async () => {
    const { merchant, booking } = await setting();
    const made = await booking();
    const elsewhere = await t.given.customer(await t.given.merchant());
    for (const user of ["nobody@example.com", elsewhere.email, elsewhere.id])
      expect(await refusalOf(matchBooking(as(merchant), { ...made, user }))).toMatchObject({
        code: "invalid_user",
        field: "user",
      });
    expect((await getBooking(as(merchant), made.id)).revision).toBe(1);
  });
});

describe("getBooking", () => {
  test("knows only the own merchant's, and only the caller's stores", async () => {
    const { merchant, store, booking } = await setting();
    const { id } = await booking();
    const codeFor = async (ctx: CoreContext, of = id) =>
      (await refusalOf(getBooking(ctx, of))).code;
    expect(await codeFor(as(merchant), 999_999_999)).toBe("booking_not_found");
    expect(await codeFor(as(await t.given.merchant()))).toBe("booking_not_found");
    expect(await codeFor(as(merchant, "rina", [store.id + 1]))).toBe("permission_denied");
  });
});

describe("two who decide at once", () => {
  test("one wins, and the others are told by whom they were overtaken", async () => {
    const { merchant, booking } = await setting();
    const there = createHarness(other.db);
    const people: CoreContext[] = [
      as(merchant, "rina"),
      there.as(merchant, { caller: staff(merchant, "joko") }),
    ];
    for (let round = 0; round < 25; round++) {
      const made = await booking();
      const customer = await t.given.customer(merchant);
      const decisions = people.flatMap((ctx) => [
        confirmBooking(ctx, made),
        seatBooking(ctx, made),
        cancelBooking(ctx, made),
        matchBooking(ctx, { ...made, user: customer.email }),
      ]);
      const settled = await Promise.allSettled(decisions);
      const won = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
      const lost = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
      expect(won).toHaveLength(1);
      expect(await getBooking(as(merchant), made.id)).toMatchObject(won[0] as Booking);
      const name = won[0]?.decidedBy?.name;
      for (const reason of lost) {
        expect(reason).toBeInstanceOf(Failure);
        expect(reason.refusal).toMatchObject({ code: "stale_revision" });
        expect(reason.refusal.message).toContain(`${name} has changed this booking`);
      }
    }
    expect(await historyOf(merchant)).toHaveLength(25);
  });
});
