import { schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { generalPlan, refusalOf } from "../../testing/index.ts";
import { type Booking, type ListBookingsInput, listBookings } from "../index.ts";

const asked: string[] = [];
const t = harnessOfFile({ isOwn: true, onStatement: (text) => asked.push(text) });

type Row = Partial<typeof schema.bookings.$inferInsert>;

const everything: ListBookingsInput = {
  store: null,
  from: null,
  to: null,
  statuses: null,
  matched: null,
  after: null,
  limit: 100,
};

/** Inserts bookings of a store, with consecutive ids from `firstId` in the order of `rows`. */
async function write(merchant: Merchant, storeId: number, rows: Row[], firstId = 1) {
  const written = rows.map((row, at) => {
    const id = firstId + at;
    const { status = "Requested" } = row;
    const decided =
      status === "Requested"
        ? {}
        : { revision: 2, decidedBy: "staff:u1", decidedAt: "2026-11-20T03:00:00Z" };
    return {
      claim: `guest-${id}@example.com`,
      date: "2026-11-21",
      time: "19:30",
      phone: "5551234",
      numberOfPeople: 2,
      ...decided,
      ...row,
      merchantId: merchant.id,
      id,
      storeId,
    };
  });
  await t.db.insert(schema.bookings).values(written);
}

const ids = (page: { readonly items: readonly Booking[] }) => page.items.map(({ id }) => id);

/**
 * Makes two stores. The first has the bookings 1 to 6, whose ids are not in the order of their times. The
 * second has booking 7.
 */
async function week() {
  const merchant = await t.given.merchant();
  const [store, second] = [await t.given.store(merchant), await t.given.store(merchant)];
  const customer = await t.given.customer(merchant);
  await write(merchant, store.id, [
    { date: "2026-11-22", time: "12:00" },
    { date: "2026-11-21", time: "19:30", status: "Confirmed", customerId: customer.id },
    { date: "2026-11-21", time: "19:30" },
    { date: "2026-11-21", time: "18:00", status: "Canceled" },
    { date: "2026-11-16", time: "20:00", status: "No-show", customerId: customer.id },
    { date: "2027-01-01", time: "00:00" },
  ]);
  await write(merchant, second.id, [{ date: "2026-11-21", time: "19:00" }], 7);
  const list = async (changes: Partial<ListBookingsInput> = {}, ctx = t.as(merchant)) =>
    listBookings(ctx, { ...everything, ...changes });
  return { merchant, store, second, customer, list };
}

describe("the list", () => {
  test("is in the order of time, whole, of one merchant", async () => {
    const { customer, store, list } = await week();
    await week();
    const { items, next } = await list();
    expect(ids({ items })).toEqual([5, 4, 7, 2, 3, 1, 6]);
    expect(next).toBeNull();
    expect(items[3]).toEqual({
      id: 2,
      store: { id: store.id, code: store.code, name: store.name },
      user: "guest-2@example.com",
      customer: { id: customer.id, name: customer.name },
      date: "2026-11-21",
      time: "19:30:00",
      phone: "5551234",
      numberOfPeople: 2,
      notes: null,
      status: "Confirmed",
      revision: 2,
      createdAt: expect.stringMatching(/Z$/),
      decidedAt: "2026-11-20T03:00:00.000Z",
      decidedBy: { kind: "staff", id: "u1", name: null },
      canUndoUntil: null,
      messages: [],
    });
  });

  test.each<[string, Partial<ListBookingsInput>, number[]]>([
    ["a day", { from: "2026-11-21", to: "2026-11-21" }, [4, 7, 2, 3]],
    ["a week", { from: "2026-11-16", to: "2026-11-22" }, [5, 4, 7, 2, 3, 1]],
    ["from a day on", { from: "2026-11-22" }, [1, 6]],
    ["through a day", { to: "2026-11-20" }, [5]],
    ["no day at all", { from: "2026-11-22", to: "2026-11-21" }, []],
    ["what asks for a decision", { statuses: ["Requested"] }, [7, 3, 1, 6]],
    ["several statuses", { statuses: ["No-show", "Canceled"] }, [5, 4]],
    ["no status", { statuses: [] }, []],
    ["members'", { matched: true }, [5, 2]],
    ["guests'", { matched: false }, [4, 7, 3, 1, 6]],
    [
      "all of these together",
      {
        from: "2026-11-21",
        to: "2026-11-21",
        statuses: ["Requested", "Confirmed"],
        matched: false,
      },
      [7, 3],
    ],
  ])("can be of %s", async (_, changes, wanted) => {
    const { list } = await week();
    expect(ids(await list(changes))).toEqual(wanted);
  });

  test("can be of a store", async () => {
    const { store, second, list } = await week();
    expect(ids(await list({ store: store.id }))).toEqual([5, 4, 2, 3, 1, 6]);
    expect(ids(await list({ store: second.id, from: "2026-11-21" }))).toEqual([7]);
    expect(ids(await list({ store: store.id, matched: false, to: "2026-11-22" }))).toEqual([
      4, 3, 1,
    ]);
  });
});

describe("a page", () => {
  test.each(["the merchant", "a store"])("leads to the next, of %s", async (of) => {
    const { merchant, store, list } = await week();
    const filters = of === "a store" ? { store: store.id } : {};
    const whole = ids(await list(filters));
    const seen: number[] = [];
    let after: ListBookingsInput["after"] = null;
    do {
      const page = await list({ ...filters, after, limit: 2 });
      expect(page.items.length).toBeGreaterThan(0);
      seen.push(...ids(page));
      // a new booking on an earlier page does not change the next page
      await write(merchant, store.id, [{ date: "2026-11-16", time: "08:00" }], 100 + seen.length);
      after = page.next;
    } while (after);
    expect(seen).toEqual(whole);
  });

  test("that is full to the brim has no next", async () => {
    const { list } = await week();
    expect((await list({ limit: 7 })).next).toBeNull();
    expect((await list({ limit: 6 })).next).toEqual({ key: "2026-11-22 12:00:00", id: 1 });
  });
});

describe("who may see it", () => {
  test("a caller of one store sees that one", async () => {
    const { merchant, store, second, list } = await week();
    const ctx = t.within(merchant, [second.id]);
    expect(ids(await list({}, ctx))).toEqual([7]);
    expect(ids(await list({ store: second.id }, ctx))).toEqual([7]);
    expect(await refusalOf(list({ store: store.id }, ctx))).toMatchObject({
      code: "permission_denied",
    });
    expect(ids(await list({}, t.within(merchant, [])))).toEqual([]);
  });

  test("a store of another merchant is none", async () => {
    const { list } = await week();
    const foreign = await t.given.store(await t.given.merchant());
    for (const store of [foreign.id, 999_999_999])
      expect(await refusalOf(list({ store }))).toMatchObject({
        code: "invalid_store",
        message: "Store not found",
      });
  });

  test("a token needs the scope", async () => {
    const { merchant, list } = await week();
    const caller = { kind: "token", merchant, tokenId: 1, scopes: ["otp"], stores: null } as const;
    expect((await refusalOf(list({}, t.as(merchant, { caller })))).code).toBe("permission_denied");
  });
});

describe("among 20,000 others", () => {
  test.each([
    ["of a store", "bookings_store_time"],
    ["of the merchant", "bookings_time"],
  ])("a day %s is read along its index, whatever the filters", async (of, index) => {
    const { merchant, store, list } = await week();
    await t.db.execute(`insert into bookings (merchant_id, id, store_id, claim, date, time, phone, number_of_people)
      select ${merchant.id}, 1000 + n, ${store.id}, 'x@example.com', date '2020-01-01' + n / 10, time '10:00', '110', 2
      from generate_series(1, 20000) n`);
    await t.db.execute("analyze bookings");
    asked.length = 0;
    await list({ store: of === "of a store" ? store.id : null, from: "2022-01-01", limit: 50 });
    const [text = ""] = asked;
    const lines = await generalPlan(t.open.url, text);
    expect(lines).toMatch(new RegExp(`Index Scan using ${index} on bookings b\\b`));
    expect(lines).not.toMatch(/Seq Scan on bookings|Bitmap .* bookings/);
    expect(lines).toMatch(/Index Cond: .*ROW\(date, "time", id\) > /);
  });
});
