import { describe, expect, test } from "vitest";
import { addSale, cancelSale } from "../../earning/sales/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { aSale, refusalOf, visitSetting } from "../../testing/index.ts";
import type { VisitInput } from "./types.ts";

// A visit that is repeated without an idempotency key, because its answer was lost.

const t = harnessOfFile();

type Setting = Awaited<ReturnType<typeof visitSetting>>;

const coffees = ({ coffee }: Setting, qty = 1, requestId: string | null = null) => [
  { reward: coffee.id, qty, stamps: null, requestId },
];

describe("a repeated visit is refused as a sale that is already recorded", () => {
  test.each<[string, object, (setting: Setting) => Partial<VisitInput>]>([
    [
      "with a voucher",
      {},
      ({ voucher }) => ({
        vouchers: [{ voucher: { code: voucher.code }, value: null, requestId: null }],
      }),
    ],
    [
      "with a value that empties a voucher",
      {},
      ({ balance }) => ({
        vouchers: [{ voucher: { code: balance.code }, value: "10.00", requestId: null }],
      }),
    ],
    ["with stamps for only one", {}, (setting) => ({ rewards: coffees(setting, 3) })],
    [
      "with a promo code that is used up",
      {},
      ({ promoCode }) => ({ promoCodes: [{ promoCode: promoCode.code, requestId: null }] }),
    ],
    [
      "with a line that was redeemed for the invoice number",
      { oneRedemptionPerInvoice: true },
      (setting) => ({ rewards: coffees(setting) }),
    ],
    ["with a voucher to issue", {}, ({ template }) => ({ issue: issueOf(template) })],
  ])("%s", async (_, settings, parts) => {
    const setting = await visitSetting(t, settings);
    const { merchant, promoCode, confirm } = setting;
    await t.db.execute(`update promo_codes set max_uses = 1 where id = ${promoCode.id}`);
    const visit = { sale: aSale({ total: "5000.00" }), ...parts(setting) };
    const { sale } = await confirm(visit);
    const before = await t.rows(merchant);
    expect(await refusalOf(confirm(visit))).toMatchObject({
      code: "duplicate_invoice_number",
      message: "The transaction is already recorded, with what was redeemed with it",
      existingTransactionId: sale?.id,
    });
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("with a PIN authorization that was spent", async () => {
    const setting = await visitSetting(t, { redemptionPinAuthorization: true });
    const { merchant, customer, confirm } = setting;
    const { requestId } = await t.given.authorization(merchant, { customerId: customer.id });
    const visit = { sale: aSale(), rewards: coffees(setting, 1, requestId) };
    const { sale } = await confirm(visit);
    expect(await refusalOf(confirm(visit))).toMatchObject({
      code: "duplicate_invoice_number",
      existingTransactionId: sale?.id,
    });
  });

  test("with a sale that was canceled since", async () => {
    const setting = await visitSetting(t);
    const visit = { sale: aSale(), rewards: coffees(setting) };
    const { sale } = await setting.confirm(visit);
    await cancelSale(t.as(setting.merchant), sale?.id ?? 0);
    expect(await refusalOf(setting.confirm(visit))).toMatchObject({
      code: "duplicate_invoice_number",
      existingTransactionId: sale?.id,
    });
  });
});

test("a visit with the invoice number of another sale is refused before its lines", async () => {
  const setting = await visitSetting(t);
  const { sale } = await setting.confirm({ sale: aSale({ invoiceNumber: "INV-R" }) });
  const other = aSale({ invoiceNumber: "INV-R", total: "1.00" });
  const refused = setting.confirm({ sale: other, rewards: coffees(setting, 99) });
  expect(await refusalOf(refused)).toMatchObject({
    code: "duplicate_invoice_number",
    message: "Another transaction has this invoice number",
    existingTransactionId: sale?.id,
  });
});

test("a visit gets an Open sale with its content, and redeems", async () => {
  const setting = await visitSetting(t);
  const { merchant, store, confirm } = setting;
  const sale = aSale({ total: "50000.00" });
  const open = await addSale(t.as(merchant), {
    ...{ ...sale, user: null, store: store.id, channel: null },
  });
  const visit = await confirm({ sale, rewards: coffees(setting) });
  expect(visit.sale).toMatchObject({ id: open.sale.id, status: "Created", stampsEarned: 5 });
  expect(visit.membership).toMatchObject({ stamps: 12 });
});

test("a sale of another store or of long ago has no effect on a visit", async () => {
  const setting = await visitSetting(t);
  const { merchant, confirm } = setting;
  const elsewhere = await t.given.store(merchant);
  const sale = aSale({ invoiceNumber: "INV-S" });
  const soldAt = new Date(Date.now() - 40 * 86_400_000).toISOString();
  await confirm({ store: elsewhere.id, sale });
  await confirm({ sale: { ...sale, soldAt } });
  const visit = { sale, rewards: coffees(setting) };
  expect(await confirm(visit)).toMatchObject({ sale: { status: "Created" } });
  expect(await refusalOf(confirm(visit))).toMatchObject({ code: "duplicate_invoice_number" });
});

const issueOf = ({ id }: Setting["template"]) => ({ templateId: id, value: "7.00" });
