import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { addBooking, addBookingByStaff, getBooking, type StaffBookingInput } from "../index.ts";

describe("staff book a table", () => {
  const t = harnessOfFile();

  async function setting() {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant, { largestParty: 4 });
    const customer = await t.given.customer(merchant);
    const ctx = t.as(merchant);
    const wish: StaffBookingInput = {
      ...{ name: "Ibu Sari", customerId: null, store: store.id, date: "2099-11-20" },
      ...{ time: "19:30", phone: "0812 3456", numberOfPeople: 4, notes: "By the window" },
    };
    const add = (changes: Partial<StaffBookingInput> = {}, on = ctx) =>
      addBookingByStaff(on, { ...wish, ...changes });
    const entries = () =>
      t.db
        .select()
        .from(schema.auditEntries)
        .where(eq(schema.auditEntries.merchantId, merchant.id));
    const refusals = () =>
      t.db.select().from(schema.refusals).where(eq(schema.refusals.merchantId, merchant.id));
    return { merchant, store, customer, ctx, wish, add, entries, refusals };
  }

  test("and it is confirmed, by them, with an entry in the audit log", async () => {
    const { ctx, add, entries } = await setting();
    const { id, status } = await add();
    expect(status).toBe("Confirmed");
    const booking = await getBooking(ctx, id);
    expect(booking).toMatchObject({ user: "Ibu Sari", customer: null, status, revision: 2 });
    expect(booking.decidedAt).toBe(booking.createdAt);
    const by = `${booking.decidedBy?.kind}:${booking.decidedBy?.id}`;
    expect(await entries()).toMatchObject([
      {
        ...{ action: "bookings.add", subject: `booking ${id}`, actor: by },
        details: { customer: null, date: "2099-11-20", time: "19:30", numberOfPeople: 4 },
      },
    ]);
  });

  test("and a guest's own stays a request without an entry", async () => {
    const { wish, entries } = await setting();
    const { name, customerId: _, ...rest } = wish;
    expect(await addBooking(t.deps, { ...rest, user: name })).toMatchObject({
      status: "Requested",
    });
    expect(await entries()).toEqual([]);
  });

  test("for a customer whom they picked, and for nobody whose Member ID the name is", async () => {
    const { ctx, customer, add } = await setting();
    const picked = await add({ customerId: customer.id, name: "Her sister" });
    expect(await getBooking(ctx, picked.id)).toMatchObject({
      ...{ user: "Her sister", customer: { id: customer.id } },
    });
    const alike = await add({ name: customer.memberId });
    expect(await getBooking(ctx, alike.id)).toMatchObject({ customer: null });
  });

  test("F10: and not at a time that the clock skips", async () => {
    const { merchant, add, entries } = await setting();
    const { id: store } = await t.given.store(merchant, { timezone: "America/New_York" });
    expect(await refusalOf(add({ store, date: "2099-03-08", time: "02:30" }))).toMatchObject({
      ...{ code: "invalid", field: "time" },
      message: "02:30 does not exist on 2099-03-08: the clocks go forward.",
    });
    expect(await entries()).toEqual([]);
    expect(await add({ store, date: "2099-11-01", time: "01:30" })).toMatchObject({
      storeId: store,
    });
  });

  test.each(["Budi (IG @budi)", "@budi", "Budi\tSari"])("under any name: %j", async (name) => {
    const { ctx, add } = await setting();
    const { id } = await add({ name });
    expect(await getBooking(ctx, id)).toMatchObject({ user: name, customer: null });
  });

  test("though guests have used up the budgets, and it spends nothing of them", async () => {
    const { merchant, wish, add } = await setting();
    const { name, customerId: _, ...rest } = wish;
    const guest = () => addBooking(t.deps, { ...rest, user: name });
    for (let calls = 0; calls < 6; calls++) await add();
    const budgets = () =>
      t.db.select().from(schema.budgets).where(eq(schema.budgets.merchantId, merchant.id));
    expect(await budgets()).toEqual([]);
    for (let calls = 0; calls < 5; calls++) await guest();
    expect(await refusalOf(guest())).toMatchObject({ code: "too_many_attempts" });
    expect(await add()).toMatchObject({ status: "Confirmed" });
    expect((await budgets()).map(({ spent }) => spent)).toEqual([5, 5]);
  });

  test("and guests and staff are written together", async () => {
    const { wish, add } = await setting();
    const { name, customerId: _, ...rest } = wish;
    const both = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 ? add() : addBooking(t.deps, { ...rest, user: name, phone: `555000${n}` }),
      ),
    );
    expect(both.map(({ status }) => status)).toEqual(
      both.map((_, n) => (n % 2 ? "Confirmed" : "Requested")),
    );
  });

  test.each([
    ["numberOfPeople", { numberOfPeople: 5 }],
    ["date", { date: "2001-01-01" }],
    ["phone", { phone: "none" }],
    ["customerId", { customerId: 999_999 }],
  ])("and are refused on %s", async (field, changes) => {
    const { add, entries } = await setting();
    expect(await refusalOf(add(changes))).toMatchObject({ field });
    expect(await entries()).toEqual([]);
  });

  test("D11: a mistake in the form is no refused call, whichever rule finds it", async () => {
    const { add, refusals } = await setting();
    for (const mistake of [{ phone: "none" }, { numberOfPeople: 5 }, { customerId: 999_999 }])
      await refusalOf(add(mistake));
    expect(await refusals()).toEqual([]);
  });

  test("in their stores only, and in none of another merchant", async () => {
    const { merchant, store, ctx, add } = await setting();
    const other = await t.given.store(merchant);
    const caller = { ...ctx.caller, stores: [other.id] };
    expect(await refusalOf(add({}, { ...ctx, caller }))).toMatchObject({
      code: "permission_denied",
    });
    expect(await add({ store: other.id }, { ...ctx, caller })).toMatchObject({
      storeId: other.id,
    });
    const stranger = t.as(await t.given.merchant());
    expect(await refusalOf(add({ store: store.id }, stranger))).toMatchObject({
      code: "invalid_store",
    });
  });
});
