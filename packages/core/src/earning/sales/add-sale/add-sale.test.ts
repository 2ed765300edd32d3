import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CoreContext } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import type { SaleInput } from "../types.ts";
import { addSale, sales } from "./add-sale.ts";

const t = harnessOfFile();

const plain = {
  ...{ user: null, people: 1, soldAt: null, total: "95000.00", subtotal: null, discount: null },
  ...{ serviceCharge: null, tax: null, channel: null, type: null, items: [], payments: [] },
  ...{ stamps: null, employeeCode: null, extraData: null },
};
const line = { quantity: "1.000", stamps: null, isEligible: true, extraData: null };

/** Makes a merchant whose sales earn a stamp for each 10,000, a store, and a member with 5 stamps. */
async function setting(settings: Partial<typeof schema.merchants.$inferInsert> = {}) {
  const merchant = await t.given.merchant({ earnAmount: "10000.00", ...settings });
  const store = await t.given.store(merchant);
  const member = await t.given.customer(merchant, {}, { stamps: 5 });
  let invoices = 0;
  const inputOf = (changes: Partial<SaleInput> = {}): SaleInput => {
    invoices++;
    return { ...plain, store: store.id, invoiceNumber: `INV-${invoices}`, ...changes };
  };
  const ctx = t.as(merchant);
  const earnedBy = async (changes: Partial<SaleInput>, by: CoreContext = ctx) =>
    (await addSale(by, inputOf({ user: member.email, ...changes }))).sale.stampsEarned;
  return { merchant, store, member, ctx, inputOf, earnedBy };
}

describe("a sale", () => {
  test("of a member earns by its amount; sale, lines and ledger are written together", async () => {
    const { merchant, store, member, ctx, inputOf } = await setting({ stampsValidDays: 30 });
    const before = await t.rows(merchant);
    const input = inputOf({
      user: member.email,
      soldAt: "2026-11-22T20:00:00.000Z",
      items: [{ ...line, product: "Kopi", quantity: "2.000", subtotal: "40000.00" }],
      payments: [{ method: "cash", value: "95000.00", countsForLevels: true }],
    });
    const { sale, membership } = await addSale(
      { ...ctx, clockOffsetMs: t.offsetTo("2026-11-23T03:00:00Z") },
      input,
    );
    expect(sale).toMatchObject({ status: "Created", total: "95000.00", stampsEarned: 9 });
    expect(membership).toMatchObject({ stamps: 14 });
    const written = await t.written(merchant, before);
    expect(written).toEqual({
      transactions: [
        expect.objectContaining({
          ...{ id: sale.id, storeId: store.id, customerId: member.id, invoiceNumber: "INV-1" },
          // 20:00 UTC is 3 o'clock of the next day in Jakarta
          ...{ businessDay: "2026-11-23", total: "95000.00", status: "Created", stampsEarned: 9 },
          ...{ rule: "amount", multiplier: "1.00", earnLimit: 1_000_000, spending: "95000.00" },
        }),
      ],
      transactionItems: [
        {
          ...{ transactionId: sale.id, line: 1, product: "Kopi", quantity: "2.000" },
          ...{ subtotal: "40000.00", isEligible: true },
        },
      ],
      transactionPayments: [
        {
          ...{ transactionId: sale.id, line: 1, method: "cash", value: "95000.00" },
          ...{ earned: true, countsForLevels: true },
        },
      ],
      memberships: [
        { customerId: member.id, stamps: 14, entryNumber: 2, nextExpiryOn: "2026-12-23" },
      ],
      stampEntries: [
        {
          ...{ customerId: member.id, cause: "earning", causeId: sale.id, delta: 9, number: 2 },
          ...{ day: "2026-11-23", expiresOn: "2026-12-23" },
        },
      ],
    });
  });

  test("without a customer stays Open, earns nothing and answers no customer", async () => {
    const { merchant, ctx, inputOf } = await setting();
    const before = await t.rows(merchant);
    const { sale, customer, membership } = await addSale(ctx, inputOf());
    expect([sale.status, sale.stampsEarned, customer, membership]).toEqual(["Open", 0, null, null]);
    expect(Object.keys(await t.written(merchant, before))).toEqual(["transactions"]);
  });

  test.each([
    ["blocked", { isBlocked: true }],
    ["inactive", { status: 200 }],
    ["suspended", { status: 300 }],
  ])("of a member who is %s is taken and earns 0", async (_, state) => {
    const { merchant, ctx, inputOf } = await setting();
    const { email } = await t.given.customer(merchant, {}, state);
    const { sale } = await addSale(ctx, inputOf({ user: email }));
    expect(sale).toMatchObject({ status: "Created", stampsEarned: 0 });
  });

  test("earns less by payments and lines that do not earn, and the lines' own stamps", async () => {
    const { merchant, earnedBy } = await setting();
    await t.db.insert(schema.paymentMethods).values({
      ...{ merchantId: merchant.id, codeKey: "GIFT", code: "gift", name: "Gift card" },
      earns: false,
    });
    const payments = [
      { method: "Gift", value: "50000.00", countsForLevels: true },
      { method: "unknown", value: "45000.00", countsForLevels: true },
    ];
    expect(await earnedBy({ payments })).toBe(4);
    const items = [
      { ...line, product: "Bag", subtotal: "60000.00", isEligible: false },
      { ...line, product: "Kopi", subtotal: "20000.00", stamps: 7 },
    ];
    // The Bag's 60,000 is more than the gift card's 50,000, so only the Bag is subtracted. 95,000 less 60,000
    // (the Bag) less 20,000 (the Kopi) earns 1 stamp. The Kopi earns its own 7.
    expect(await earnedBy({ items, payments })).toBe(8);
  });

  test("earns at the level's multiplier, within the caps of a sale and a business day", async () => {
    const { merchant, member, earnedBy } = await setting({
      ...{ earnMaxPerTransaction: 20, earnMaxPerDay: 30 },
    });
    await t.db
      .update(schema.levels)
      .set({ earnMultiplier: "1.50" })
      .where(eq(schema.levels.merchantId, merchant.id));
    expect(await earnedBy({})).toBe(13);
    expect(await earnedBy({ total: "300000.00" })).toBe(17);
    expect(await earnedBy({})).toBe(0);
    // a canceled sale no longer counts towards the cap of the day
    await t.db
      .update(schema.transactions)
      .set({ status: "Canceled", canceledAt: "2026-11-23T00:00:00Z" })
      .where(
        and(
          eq(schema.transactions.merchantId, merchant.id),
          eq(schema.transactions.invoiceNumber, "INV-1"),
        ),
      );
    expect(await earnedBy({ stamps: 40 })).toBe(13);
    const other = await t.given.customer(merchant);
    expect(await earnedBy({ user: other.email, stamps: 40 })).toBe(20);
    expect(member.id).not.toBe(other.id);
  });

  test("earns the figure of the POS if the merchant accepts it", async () => {
    const { earnedBy } = await setting();
    expect(await earnedBy({ stamps: 3 })).toBe(3);
    const { earnedBy: earnedThere } = await setting({ acceptStampsFromPos: false });
    expect(await earnedThere({ stamps: 3 })).toBe(9);
  });
});

describe("a second call under the invoice number of the day", () => {
  test("with the same content gets the recorded sale, and the customer as they are now", async () => {
    const { merchant, member, ctx, inputOf, earnedBy } = await setting();
    let replays = 0;
    const onReplay = () => {
      replays++;
    };
    const input = inputOf({ user: member.email });
    const first = await addSale({ ...ctx, onReplay }, input);
    await earnedBy({});
    const before = await t.rows(merchant);
    const again = await addSale({ ...ctx, onReplay }, { ...input, user: member.memberId });
    expect(again.sale).toEqual(first.sale);
    expect(again.membership).toMatchObject({ stamps: 23 });
    expect(replays).toBe(1);
    expect(await t.written(merchant, before)).toEqual({});
  });

  test.each([
    ["another total", { total: "95000.01" }],
    ["another line", { items: [{ ...line, product: "Kopi", subtotal: "1.00" }] }],
    ["other data", { extraData: { table: 7 } }],
    ["other stamps", { stamps: 9 }],
  ])("with %s is refused, and names the sale", async (_, changes) => {
    const { member, ctx, inputOf } = await setting();
    const input = inputOf({ user: member.email });
    const { sale } = await addSale(ctx, input);
    expect(await refusalOf(addSale(ctx, { ...input, ...changes }))).toMatchObject({
      code: "duplicate_invoice_number",
      existingTransactionId: sale.id,
    });
  });

  test("without the customer who was named since gets the recorded sale, and no customer", async () => {
    const { member, ctx, inputOf } = await setting();
    const input = inputOf({ stamps: 2 });
    const { sale } = await addSale(ctx, input);
    await addSale(ctx, { ...input, user: member.email, stamps: null });
    let replays = 0;
    const onReplay = () => {
      replays++;
    };
    expect(await addSale({ ...ctx, onReplay }, input)).toEqual({
      ...{ customer: null, membership: null },
      sale: { ...sale, status: "Created", stampsEarned: 9 },
    });
    expect(replays).toBe(1);
  });

  test("is the same sale within 24 hours if it names no time, and else another day's", async () => {
    const { member, ctx, inputOf } = await setting();
    const noon = { ...ctx, clockOffsetMs: t.offsetTo("2026-11-23T05:00:00Z") };
    const input = inputOf({ user: member.email });
    const { sale } = await addSale(noon, input);
    const later = (hours: number) => ({
      ...ctx,
      clockOffsetMs: noon.clockOffsetMs + hours * 3_600_000,
    });
    expect((await addSale(later(23), input)).sale.id).toBe(sale.id);
    const timed = { ...input, soldAt: "2026-11-24T03:00:00.000Z" };
    expect((await addSale(later(23), timed)).sale.id).not.toBe(sale.id);
    expect((await addSale(later(48), input)).sale.id).not.toBe(sale.id);
  });

  test("claims an Open sale for its customer: it earns now, and the second claimant is refused", async () => {
    const { merchant, member, ctx, inputOf } = await setting();
    const other = await t.given.customer(merchant);
    const input = inputOf();
    const open = await addSale(ctx, input);
    const claim = await addSale(ctx, { ...input, user: member.email, stamps: 4 });
    expect(claim.sale).toEqual({ ...open.sale, status: "Created", stampsEarned: 4 });
    expect(claim.membership).toMatchObject({ stamps: 9 });
    const refusal = await refusalOf(addSale(ctx, { ...input, user: other.email, stamps: 4 }));
    expect(refusal.code).toBe("duplicate_invoice_number");
  });
});

test("a key answers as the first call did, also after the member has earned more", async () => {
  const { merchant, member, inputOf, earnedBy } = await setting();
  const input = inputOf({ user: member.email });
  const first = await addSale(t.keyed(merchant, "k"), input);
  await earnedBy({});
  const ctx = t.keyed(merchant, "k");
  expect(await addSale(ctx, input)).toEqual(first);
  expect(ctx.replays()).toBe(1);
  const [kept] = await t.db
    .select()
    .from(schema.idempotencyKeys)
    .where(eq(schema.idempotencyKeys.merchantId, merchant.id));
  expect(kept).toMatchObject({ operation: sales.name, key: "k" });
});

describe("refuses", () => {
  test.each([
    ["an unknown store", "invalid_store", { store: "NOWHERE" }],
    ["an unknown customer", "invalid_user", { user: "nobody" }],
    ["a time over a year ago", "invalid", { soldAt: "2020-01-01T00:00:00.000Z" }],
    ["a time over a day ahead", "invalid", { soldAt: "2099-01-01T00:00:00.000Z" }],
  ])("%s, and writes nothing", async (_, code, changes) => {
    const { merchant, ctx, inputOf } = await setting();
    const before = await t.rows(merchant);
    expect((await refusalOf(addSale(ctx, inputOf(changes)))).code).toBe(code);
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("a mobile number that is another spelling of a customer's Member ID", async () => {
    const { merchant, ctx, inputOf } = await setting();
    await t.given.customer(merchant, { memberId: "0812-0000-0404" });
    const user = "+6281200000404";
    expect((await refusalOf(addSale(ctx, inputOf({ user })))).code).toBe("invalid_user");
  });
});
