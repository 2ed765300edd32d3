import { describe, expect, test } from "vitest";
import { redeemReward } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { aSale, plain, refusalOf } from "../../../testing/index.ts";
import { savePaymentMethod } from "../../payment-methods/index.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { cancelSale } from "../cancel-sale/cancel-sale.ts";
import type { Modification } from "../modify-sale/modification.rules.ts";
import type { SaleInput } from "../types.ts";
import { addReturn } from "./add-return.ts";

const t = harnessOfFile();

const line = { quantity: "1.000", stamps: null, isEligible: true, extraData: null };
const mug = { ...line, product: "Mug", subtotal: "10.00" };
const pot = { ...line, product: "Pot", subtotal: "20.00" };
const gift = { method: "GIFT", value: "20.00", countsForLevels: true };
const cash = { method: "CASH", value: "10.00", countsForLevels: true };
const mugBack = { product: "Mug", quantity: "-1.000", subtotal: "-10.00" };
const potBack = { product: "Pot", quantity: "-1.000", subtotal: "-20.00" };

/** Sells a mug of 10 and a pot of 20 to a member, paid by a gift card of 20, which earns nothing, and cash. */
async function setting(settings: object = {}, payments = [gift, cash]) {
  const merchant = await t.given.merchant({ earnAmount: "1.00", ...settings });
  // the business day is then that of the ISO time
  const { id: store } = await t.given.store(merchant, { timezone: "UTC" });
  const member = await t.given.customer(merchant);
  const ctx = t.as(merchant);
  await savePaymentMethod(ctx, { code: "GIFT", name: "Gift card", earns: false });
  const content = { ...aSale({ total: "30.00" }), items: [mug, pot], payments, channel: null };
  const sell = (user: string | null, more: Partial<SaleInput> = {}) =>
    addSale(ctx, { ...content, store, user, invoiceNumber: "INV-9", ...more });
  const { sale } = await sell(member.email);
  const back = (modification: Partial<Modification>, number = "INV-9.1") => ({
    ...{ invoiceNumber: "INV-9", store, businessDay: null, returnedAt: null },
    ...{ returnInvoiceNumber: number, returnStore: store },
    ...{ vouchers: [], cancelsRedemptions: false, issue: null, keepsIssuedVouchers: false },
    modification: {
      ...{ total: "-20.00", subtotal: null, items: [potBack], payments: [], stamps: null },
      ...modification,
    },
  });
  const spend = async (stamps: number) => {
    const { id } = await t.given.reward(merchant, { kind: "flexible", stampsToRedeem: 0 });
    const input = { ...plain, user: member.email, store, reward: id, qty: 1, stamps };
    await redeemReward(ctx, input);
  };
  return { merchant, store, member, ctx, sale, back, spend, sell };
}

const byGift = [{ method: "GIFT", value: "-20.00" }];
const byCash = [{ method: "CASH", value: "-20.00" }];

describe("a return", () => {
  test.each([
    ["of the gift card", byGift, 10],
    ["of the cash, and what it does not hold of the card", byCash, 0],
  ])("F11: %s leaves the stamps of what is left", async (_, payments, left) => {
    const { ctx, back } = await setting();
    expect(await addReturn(ctx, back({ payments }))).toMatchObject({
      sale: { total: "10.00", stampsEarned: left },
      returned: { stamps: 10 - left, taken: 10 - left, owed: 0, letGo: 0 },
      membership: { stamps: left, stampsOwed: 0 },
    });
  });

  test("writes sale, lines, payments, stamps, its row and the audit together", async () => {
    const { merchant, ctx, back, sale, member, store } = await setting();
    const before = await t.rows(merchant);
    const { returned } = await addReturn(ctx, back({ payments: byCash }));
    expect(await t.written(merchant, before)).toMatchObject({
      transactions: [{ id: sale.id, total: "10.00", spending: "10.00", stampsEarned: 0 }],
      transactionItems: [{ quantity: "0.000", subtotal: "0.00" }],
      transactionPayments: [{ value: "10.00" }, { value: "0.00" }],
      transactionModifications: [
        {
          ...{ id: returned.id, transactionId: sale.id, total: "-20.00", stamps: -10 },
          ...{ returnStoreId: store, returnInvoiceNumber: "INV-9.1", stampsOwed: 0 },
        },
      ],
      memberships: [{ customerId: member.id, stamps: 0 }],
      stampEntries: [{ cause: "earning_modification", causeId: returned.id, delta: -10 }],
      auditEntries: [{ action: "returns.add", subject: `transaction ${sale.id}` }],
    });
    expect(returned).toMatchObject({
      root: { total: "30.00", stampsEarned: 10 },
      original: { total: "30.00" },
      modified: {
        ...{ total: "10.00", stampsEarned: 0 },
        items: [
          { product: "Mug", quantity: "1.000", subtotal: "10.00" },
          { product: "Pot", quantity: "0.000", subtotal: "0.00" },
        ],
        payments: [
          { method: "GIFT", value: "10.00" },
          { method: "CASH", value: "0.00" },
        ],
      },
    });
  });

  test("of spent stamps is owed by default; refuse and zero are the merchant's choice", async () => {
    const owe = await setting();
    await owe.spend(8);
    expect(await addReturn(owe.ctx, owe.back({ payments: byCash }))).toMatchObject({
      returned: { stamps: 10, taken: 2, owed: 8, letGo: 0 },
      membership: { stamps: 0, stampsOwed: 8 },
    });
    const zero = await setting({ spentStampsOnReturn: "zero" });
    await zero.spend(8);
    expect(await addReturn(zero.ctx, zero.back({ payments: byCash }))).toMatchObject({
      returned: { stamps: 10, taken: 2, owed: 0, letGo: 8 },
      membership: { stamps: 0, stampsOwed: 0 },
    });
    const refuse = await setting({ spentStampsOnReturn: "refuse" });
    await refuse.spend(8);
    expect(await refusalOf(addReturn(refuse.ctx, refuse.back({ payments: byCash })))).toMatchObject(
      {
        code: "insufficient_stamps",
      },
    );
  });

  test("again is answered as recorded; other content is refused with its id", async () => {
    const { merchant, ctx, back } = await setting();
    const first = await addReturn(ctx, back({ payments: byGift }));
    const before = await t.rows(merchant);
    expect(await addReturn(ctx, back({ payments: byGift }))).toEqual(first);
    expect(await refusalOf(addReturn(ctx, back({ payments: byCash })))).toMatchObject({
      ...{ code: "duplicate_invoice_number", existingModificationId: first.returned.id },
    });
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("is of a sale without a customer too, and then gives nobody stamps", async () => {
    const { ctx, back, store, merchant } = await setting();
    const open = { ...aSale({ total: "30.00" }), items: [mug, pot], channel: null, store };
    await addSale(ctx, { ...open, user: null, invoiceNumber: "OPEN" });
    const before = await t.rows(merchant);
    const input = { ...back({ stamps: 5 }), invoiceNumber: "OPEN" };
    expect(await addReturn(ctx, input)).toMatchObject({
      ...{ customer: null, membership: null, sale: { total: "10.00", status: "Open" } },
      returned: { stampsNamed: null, stamps: 0, taken: 0 },
    });
    const written = await t.written(merchant, before);
    expect(Object.keys(written).sort()).toEqual(
      ["auditEntries", "transactionItems", "transactionModifications", "transactions"].sort(),
    );
  });

  test("of a sale without a customer leaves a later customer what is left to earn", async () => {
    const { ctx, back, sell, merchant } = await setting();
    const soldAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const { sale } = await sell(null, { soldAt });
    const businessDay = soldAt.slice(0, 10);
    await addReturn(ctx, { ...back({ payments: byGift }), businessDay });
    const { email } = await t.given.customer(merchant);
    const claim = () => sell(email, { soldAt });
    expect(await claim()).toMatchObject({
      sale: { id: sale.id, status: "Created", total: "10.00", stampsEarned: 10 },
      membership: { stamps: 10 },
    });
    expect(await claim()).toMatchObject({ sale: { total: "10.00", stampsEarned: 10 } });
    const rest = {
      payments: [{ method: "CASH", value: "-10.00" }],
      total: "-10.00",
      items: [mugBack],
    };
    const last = { ...back(rest, "INV-9.2"), businessDay };
    expect(await addReturn(ctx, last)).toMatchObject({ membership: { stamps: 0 } });
  });

  test("adds the stamps that are named, as a lot of today, within the limit of the sale", async () => {
    const { merchant, ctx, back } = await setting({
      earnMaxPerTransaction: 12,
      stampsValidDays: 30,
    });
    const before = await t.rows(merchant);
    const { returned, membership } = await addReturn(ctx, back({ payments: byGift, stamps: 5 }));
    expect(returned).toMatchObject({ stampsNamed: 5, stamps: -2, taken: 0, owed: 0 });
    expect(membership).toMatchObject({ stamps: 12 });
    expect(await t.written(merchant, before)).toMatchObject({
      transactions: [{ stampsEarned: 12 }],
      transactionModifications: [{ stamps: 2 }],
      stampEntries: [
        {
          cause: "earning_addition",
          causeId: returned.id,
          delta: 2,
          expiresOn: expect.any(String),
        },
      ],
    });
  });

  test("has no figure of the POS if the programme takes none", async () => {
    const { ctx, back } = await setting({ acceptStampsFromPos: false });
    const { returned } = await addReturn(ctx, back({ payments: byCash, stamps: 5 }));
    expect(returned).toMatchObject({ stampsNamed: null, stamps: 10 });
  });

  test.each([
    ["payments that are not named", {}, { code: "required", field: "payments" }],
    [
      "an unknown product",
      { payments: byGift, items: [{ ...potBack, product: "Cup" }] },
      { code: "product_not_found" },
    ],
    [
      "more than the total",
      { payments: byGift, total: "-30.01" },
      { code: "invalid", field: "total_value_delta" },
    ],
    [
      "more payments than there are",
      { payments: [{ method: "CASH", value: "-31.00" }] },
      { code: "invalid", field: "payments" },
    ],
    [
      "more stamps than it earned",
      { payments: byGift, stamps: -11 },
      { code: "invalid", field: "stamps_to_deduct" },
    ],
  ])("is refused for %s", async (_, modification, refusal) => {
    const { ctx, back } = await setting();
    expect(await refusalOf(addReturn(ctx, back(modification)))).toMatchObject(refusal);
  });

  test("is of the newest sale with the number that is not canceled, or of the day that is named", async () => {
    const { ctx, back, member, sale, sell } = await setting();
    const soldAt = new Date(Date.now() - 3 * 86_400_000);
    // noon in Jakarta, so that the day is the same in UTC
    soldAt.setUTCHours(5, 0, 0, 0);
    const { sale: older } = await sell(member.email, { soldAt: soldAt.toISOString() });
    const businessDay = soldAt.toISOString().slice(0, 10);
    const named = { ...back({ payments: byGift }, "INV-9.2"), businessDay };
    const gone = { ...back({ payments: byGift }), businessDay: null };
    await cancelSale(ctx, sale.id);
    expect(await addReturn(ctx, gone)).toMatchObject({ sale: { id: older.id } });
    // the same call finds its return, although a newer sale has the number since
    const { sale: newer } = await sell(member.email, { replaceCanceled: true });
    expect(await addReturn(ctx, gone)).toMatchObject({ sale: { id: older.id } });
    const another = back({ payments: byGift }, "INV-9.3");
    expect(await addReturn(ctx, another)).toMatchObject({ sale: { id: newer.id } });
    expect(await refusalOf(addReturn(ctx, named))).toMatchObject({ field: "total_value_delta" });
  });

  test("is refused for an unknown and a canceled sale", async () => {
    const { ctx, back, sale } = await setting();
    const input = back({ payments: byGift });
    expect(await refusalOf(addReturn(ctx, { ...input, invoiceNumber: "?" }))).toMatchObject({
      ...{ code: "invalid_transaction", message: "Transaction not found" },
    });
    await cancelSale(ctx, sale.id);
    expect(await refusalOf(addReturn(ctx, input))).toMatchObject({
      ...{ code: "invalid_transaction", message: "The transaction is canceled." },
    });
  });
});
