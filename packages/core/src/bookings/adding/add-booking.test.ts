import { connect, schema } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { createHarness, refusalOf } from "../../testing/index.ts";
import { type AddingContext, addBooking, type BookingInput } from "../index.ts";

/** The statements sent to the database, in order. */
const asked: string[] = [];
const t = harnessOfFile({ isOwn: true, onStatement: (text) => asked.push(text) });

/** 12:30 in Jakarta, on a Saturday. */
const NOON = "2027-11-20T05:30:00Z";

type StoreRow = Partial<typeof schema.stores.$inferInsert>;

/** Makes a merchant, a store and a customer. `add` requests a table at 19:30 on the day of `NOON`. */
async function setting(store: StoreRow = {}) {
  const merchant = await t.given.merchant();
  const at = await t.given.store(merchant, store);
  const customer = await t.given.customer(merchant);
  const deps: AddingContext = { ...t.deps, clockOffsetMs: t.offsetTo(NOON) };
  const add = (changes: Partial<BookingInput> = {}, parts: Partial<AddingContext> = {}) =>
    addBooking(
      { ...deps, ...parts },
      {
        user: customer.email,
        store: at.id,
        date: "2027-11-20",
        time: "19:30",
        phone: "0812 3456",
        numberOfPeople: 4,
        notes: null,
        ...changes,
      },
    );
  return { merchant, store: at, customer, deps, add };
}

const rowsOf = ({ id }: Merchant) =>
  t.db.select().from(schema.bookings).where(eq(schema.bookings.merchantId, id));

/** Makes an idempotency key. `replays` returns how many answers were replayed. */
function keyed(key: string, fingerprint = "f") {
  let replays = 0;
  const onReplay = () => {
    replays++;
  };
  const isSame = (kept: string) => kept === fingerprint;
  return { idempotency: { key, fingerprint, isSame, onReplay }, replays: () => replays };
}

describe("a table is asked for", () => {
  test("and told whole, without a word of the customer", async () => {
    const { store, add } = await setting();
    expect(await add({ notes: "By the window" })).toEqual({
      id: expect.any(Number),
      storeId: store.id,
      date: "2027-11-20",
      time: "19:30:00",
      phone: "0812 3456",
      numberOfPeople: 4,
      status: "Requested",
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/booking#v1\./),
    });
  });

  test("and written, with whom the claim matches", async () => {
    const { merchant, store, customer, add } = await setting();
    const { id } = await add({ notes: "By the window" });
    expect(await rowsOf(merchant)).toEqual([
      {
        merchantId: merchant.id,
        id,
        storeId: store.id,
        claim: customer.email,
        customerId: customer.id,
        date: "2027-11-20",
        time: "19:30:00",
        phone: "0812 3456",
        numberOfPeople: 4,
        notes: "By the window",
        status: "Requested",
        revision: 1,
        recordedRevision: 1,
        createdAt: expect.stringMatching(/^2027-11-20 05:3/),
        decidedAt: null,
        decidedBy: null,
        remindedFor: null,
      },
    ]);
  });

  test("twice is two bookings", async () => {
    const { merchant, add } = await setting();
    expect((await add()).id).not.toBe((await add()).id);
    expect(await rowsOf(merchant)).toHaveLength(2);
  });
});

describe("whose it is", () => {
  test("is found by email in any case, by Member ID, and by a number's digits", async () => {
    const { merchant, customer, add } = await setting();
    const digits = await t.given.customer(merchant, { memberId: "70077" });
    await add({ user: customer.email.toUpperCase() });
    await add({ user: customer.memberId });
    await add({ user: 70077 });
    const rows = await rowsOf(merchant);
    expect(rows.map(({ claim, customerId }) => [claim, customerId])).toEqual([
      [customer.email.toUpperCase(), customer.id],
      [customer.memberId, customer.id],
      ["70077", digits.id],
    ]);
  });

  test("is a guest's where it matches nobody here, be it somebody elsewhere", async () => {
    const { merchant, customer, add } = await setting();
    const elsewhere = await t.given.customer(await t.given.merchant());
    for (const user of ["nobody@example.com", "M0", elsewhere.email, String(customer.id)])
      await add({ user });
    const rows = await rowsOf(merchant);
    expect(rows.map(({ customerId }) => customerId)).toEqual([null, null, null, null]);
  });

  test("is a guest's if it is a customer's mobile number", async () => {
    const { merchant, add } = await setting();
    const mobileNumber = "+6281200000403";
    await t.given.customer(merchant, { mobileNumber });
    await add({ user: mobileNumber });
    expect(await rowsOf(merchant)).toMatchObject([{ claim: mobileNumber, customerId: null }]);
  });

  test("makes no difference to the answer, nor to what the database is asked", async () => {
    const { customer, add } = await setting();
    const told = async (user: string) => {
      asked.length = 0;
      const { id, link, ...rest } = await add({ user });
      return { rest, isLinked: link !== null, statements: [...asked] };
    };
    await add();
    const member = await told(customer.email);
    expect(member.statements).toHaveLength(2);
    expect(await told("stranger@example.com")).toEqual(member);
  });

  test("is read from no foreign key, whose check would take its time", async () => {
    const [counted] = await t.db
      .select({ keys: sql<number>`count(*)::int` })
      .from(sql`pg_constraint`)
      .where(
        sql`contype = 'f' and conrelid = 'bookings'::regclass and confrelid = 'customers'::regclass`,
      );
    expect(counted).toEqual({ keys: 0 });
  });
});

describe("the store's own calendar", () => {
  /** 10:30 UTC on 20 November. In Kiritimati it is the 21st, in Pago Pago still the 19th. */
  const moment = "2027-11-20T10:30:00Z";
  test.each([
    ["Pacific/Kiritimati", "2027-11-21", "00:30", null],
    ["Pacific/Kiritimati", "2027-11-21", "00:29", "time"],
    ["Pacific/Kiritimati", "2027-11-20", "23:59", "date"],
    ["Asia/Kathmandu", "2027-11-20", "16:15", null],
    ["Asia/Kathmandu", "2027-11-20", "16:14", "time"],
    ["America/New_York", "2027-11-20", "05:30", null],
    ["America/New_York", "2027-11-20", "05:29", "time"],
    ["Pacific/Pago_Pago", "2027-11-19", "23:30", null],
    ["Pacific/Pago_Pago", "2027-11-19", "23:29", "time"],
  ])("in %s, %s %s is past on: %s", async (timezone, date, time, field) => {
    const { add } = await setting({ timezone });
    const booking = add({ date, time }, { clockOffsetMs: t.offsetTo(moment) });
    if (field === null) expect(await booking).toMatchObject({ date, time: `${time}:00` });
    else expect(await refusalOf(booking)).toMatchObject({ code: "invalid", field });
  });

  test.each([
    ["F10: an hour that summer time skips", "2027-03-27T00:15:00Z", "2027-03-28", "02:30", "time"],
    ["F10: the minute before it", "2027-03-27T00:15:00Z", "2027-03-28", "01:59", null],
    ["F10: the minute after it", "2027-03-27T00:15:00Z", "2027-03-28", "03:00", null],
    [
      "an hour that comes twice, in its first turn",
      "2027-10-31T00:15:00Z",
      "2027-10-31",
      "02:30",
      null,
    ],
    ["the same in its second turn", "2027-10-31T01:15:00Z", "2027-10-31", "02:30", null],
    ["before that", "2027-10-31T01:15:00Z", "2027-10-31", "02:14", "time"],
  ])("%s", async (_, now, date, time, field) => {
    const { add } = await setting({ timezone: "Europe/Berlin" });
    const booking = add({ date, time }, { clockOffsetMs: t.offsetTo(now) });
    if (field === null) expect(await booking).toMatchObject({ date, time: `${time}:00` });
    else expect(await refusalOf(booking)).toMatchObject({ code: "invalid", field });
  });
});

const evening = { "6": [{ from: "18:00", to: "22:00" }] };
const lunch = { "6": [{ from: "11:00", to: "14:30" }] };

const nights = { "4": [{ from: "18:00", to: "02:00" }] };

describe("what is refused", () => {
  test.each<[string, StoreRow, Partial<BookingInput>, string, string | undefined]>([
    ["a store that nobody has", {}, { store: 1 }, "invalid_store", undefined],
    ["a store that is not active", { isActive: false }, {}, "invalid_store", undefined],
    ["a party too large", { largestParty: 3 }, {}, "invalid", "number_of_people"],
    ["an hour when the store is closed", { openingHours: lunch }, {}, "invalid", "time"],
    ["a day when it is", { openingHours: {} }, {}, "invalid", "date"],
    [
      "F10: a time that the clock skips at midnight",
      { timezone: "Africa/Cairo", openingHours: nights },
      { date: "2028-04-28", time: "00:30" },
      ...(["invalid", "time"] as const),
    ],
    ["no possible identifier", {}, { user: "ani@" }, "invalid", "user"],
    ["no phone", {}, { phone: "none" }, "invalid", "phone"],
    ["a wrong field before an unknown store", {}, { store: 1, time: "25:00" }, "invalid", "time"],
  ])("%s", async (_, store, changes, code, field) => {
    const { merchant, add } = await setting(store);
    const before = await t.rows(merchant);
    const refusal = await refusalOf(add(changes));
    expect([refusal.code, refusal.field]).toEqual([code, field]);
    expect(await rowsOf(merchant)).toEqual([]);
    // no refusal is recorded: the call needs no token, so anyone could fill the list of refusals
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("nothing that the store's limits allow", async () => {
    const { add } = await setting({ largestParty: 4, openingHours: evening });
    expect((await add()).status).toBe("Requested");
  });
});

describe("with a key", () => {
  test("a retry is told the first booking, byte for byte", async () => {
    const { merchant, add } = await setting();
    const [first, second] = [keyed("k"), keyed("k")];
    const told = JSON.stringify(await add({}, first));
    expect(JSON.stringify(await add({}, second))).toBe(told);
    expect([first.replays(), second.replays()]).toEqual([0, 1]);
    expect(await rowsOf(merchant)).toHaveLength(1);
  });

  test("also after its time has passed and the store was closed", async () => {
    const { merchant, add } = await setting();
    const told = await add({}, keyed("k"));
    await t.db
      .update(schema.stores)
      .set({ isActive: false })
      .where(eq(schema.stores.merchantId, merchant.id));
    const clockOffsetMs = t.offsetTo("2027-11-22T05:30:00Z");
    expect(await add({}, { ...keyed("k"), clockOffsetMs })).toEqual(told);
  });

  test("ten at once on two processes are one booking", async () => {
    const { merchant, deps, add } = await setting();
    const other = await connect({ url: t.open.url }, { isPatient: true });
    const { ids, writing } = createHarness(other.db).deps;
    const calls = Array.from({ length: 10 }, (_, at) =>
      add({}, { ...keyed("k"), ...(at % 2 ? { db: other.db, ids, writing } : { ids: deps.ids }) }),
    );
    const told = await Promise.all(calls);
    await other.close();
    expect(new Set(told.map(({ id }) => id)).size).toBe(1);
    expect(await rowsOf(merchant)).toHaveLength(1);
  });

  test("an outcome that version 1.0 kept is repeated", async () => {
    const { merchant, store, add } = await setting();
    const changed = {
      ...{ id: 77, storeId: store.id, date: "2027-11-20", time: "19:30:00", phone: "0812 3456" },
      ...{ numberOfPeople: 4, status: "Requested" },
    };
    const row = { merchantId: merchant.id, operation: "bookings.add", key: "k" };
    const outcome = { frame: { bookingId: 77, claim: "guest@example.com" }, changed };
    await t.db.insert(schema.idempotencyKeys).values({ ...row, fingerprint: "f", createdAt: NOON });
    await t.db.insert(schema.idempotencyOutcomes).values({ ...row, outcome });
    const call = keyed("k");
    expect(await add({}, call)).toEqual({ ...changed, link: null });
    expect(call.replays()).toBe(1);
    expect(await rowsOf(merchant)).toEqual([]);
  });

  test("another request is refused", async () => {
    const { merchant, add } = await setting();
    await add({}, keyed("k", "one"));
    const refusal = await refusalOf(add({ numberOfPeople: 5 }, keyed("k", "two")));
    expect(refusal.code).toBe("idempotency_key_reused");
    expect(await rowsOf(merchant)).toHaveLength(1);
  });

  test("a refusal is not kept", async () => {
    const { add } = await setting();
    await refusalOf(add({ date: "2027-11-19" }, keyed("k")));
    const again = keyed("k");
    expect((await add({}, again)).status).toBe("Requested");
    expect(again.replays()).toBe(0);
  });

  test("belongs to the store's merchant", async () => {
    const [one, two] = [await setting(), await setting()];
    await one.add({}, keyed("k"));
    const call = keyed("k", "another");
    await two.add({}, call);
    expect(call.replays()).toBe(0);
  });
});
