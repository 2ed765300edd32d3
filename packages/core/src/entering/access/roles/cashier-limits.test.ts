import { describe, expect, it } from "vitest";
import type { Caller, StaffRole } from "../../../foundation/context.ts";
import { listStampChanges } from "../../../holding/stamps/index.ts";
import { searchCustomers } from "../../../people/customers/index.ts";
import { listTillMatches } from "../../../serving/till/index.ts";
import { getVoucher, listVouchers } from "../../../spending/history/index.ts";
import { redeemReward, redeemVoucher } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";

const t = harnessOfFile();

const denied = { code: "permission_denied" };

async function setting() {
  const merchant = await t.given.merchant();
  const as = (role: StaffRole, stores: readonly number[] | null = null) => {
    const caller: Caller = { kind: "staff", merchant, userId: role, role, stores };
    return t.as(merchant, { caller });
  };
  return { merchant, as };
}

describe("M6: a cashier looks for one customer", () => {
  const anybody = { level: null, status: null, isBlocked: null, tag: null, after: null };
  const search = { ...anybody, limit: 1_000 };

  it("M6: lists nobody without a term, and no second page", async () => {
    const { merchant, as } = await setting();
    for (let made = 0; made < 52; made++) await t.given.customer(merchant, { name: "Same Name" });
    const cashier = as("cashier");
    for (const text of ["", "  "])
      expect(await refusalOf(searchCustomers(cashier, { ...search, text }))).toMatchObject(denied);
    const page = await searchCustomers(cashier, { ...search, text: "same" });
    expect([page.items.length, page.next]).toEqual([50, null]);
    const after = { key: "same name", id: 1 };
    expect(
      await refusalOf(searchCustomers(cashier, { ...search, text: "same", after })),
    ).toMatchObject(denied);
    const all = await searchCustomers(as("manager"), { ...search, text: "" });
    expect(all.items).toHaveLength(52);
  });

  it("M6: finds by name from three letters on, and by an exact identifier always", async () => {
    const { merchant, as } = await setting();
    const { id } = await t.given.customer(merchant, { name: "Ani", memberId: "A7" });
    const cashier = as("cashier");
    const found = async (text: string) =>
      (await searchCustomers(cashier, { ...search, text })).items.map((one) => one.id);
    expect(await found("an")).toEqual([]);
    expect(await found("ani")).toEqual([id]);
    // a cashier's search by name needs three letters, and neither a repeated word nor the beginning of
    // another word adds letters
    for (const text of ["a a", "an a", "A  a a", "a\u00a0a"])
      expect(await found(text), text).toEqual([]);
    const { id: short } = await t.given.customer(merchant, { name: "Li Wu" });
    expect(await found("li wu")).toEqual([short]);
    expect(await found("a7")).toEqual([id]);
    expect((await listTillMatches(cashier, "an")).customers).toEqual([]);
    expect((await searchCustomers(as("manager"), { ...search, text: "an" })).items).toHaveLength(1);
  });
});

describe("M6: codes that nobody holds", () => {
  const any = { customerId: null, templateId: null, state: null, code: null, endsBy: null };
  const list = { ...any, after: null, limit: 1_000 };

  it("M6: are listed for no cashier, and read by their end alone", async () => {
    const { merchant, as } = await setting();
    const template = await t.given.template(merchant);
    const { id, code } = await t.given.voucher(merchant, {
      voucherTemplateId: template.id,
      customerId: null,
    });
    const cashier = as("cashier");
    for (const filter of [
      {},
      { state: "open" as const },
      { templateId: template.id },
      { endsBy: "2099-12-31" },
    ])
      expect(await refusalOf(listVouchers(cashier, { ...list, ...filter }))).toMatchObject(denied);
    expect((await getVoucher(cashier, id)).code).toBe(`••••${code.slice(-2)}`);
    // cashiers may look up a voucher by its whole code
    expect((await listVouchers(cashier, { ...list, code })).items).toHaveLength(1);
    expect((await listVouchers(as("manager"), list)).items).toMatchObject([{ code }]);
    expect((await getVoucher(as("manager"), id)).code).toBe(code);
  });
});

it("L8: a customer's ledger and vouchers show a cashier limited to stores no other store's redemptions", async () => {
  const { merchant, as } = await setting();
  const [here, there] = [await t.given.store(merchant), await t.given.store(merchant)];
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const reward = await t.given.reward(merchant, { stampsToRedeem: 2 });
  const template = await t.given.template(merchant);
  const voucher = await t.given.voucher(merchant, {
    voucherTemplateId: template.id,
    customerId: customer.id,
  });
  const input = { ...plain, user: customer.email };
  const owner = as("owner");
  for (const store of [here, there])
    await redeemReward(owner, {
      ...input,
      store: store.id,
      reward: reward.id,
      qty: 1,
      stamps: null,
    });
  await redeemVoucher(owner, { ...input, store: there.id, voucher: voucher.id });
  const ledger = async (stores: number[] | null) => {
    const page = { customerId: customer.id, after: null, limit: 10 };
    const { items } = await listStampChanges(as("cashier", stores), page);
    return items.map(({ cause, balance, store }) => [cause, balance, store?.id ?? null]);
  };
  expect(await ledger([here.id])).toEqual([
    ["redemption", 8, here.id],
    ["opening", 10, null],
  ]);
  expect(await ledger(null)).toHaveLength(3);
  expect((await getVoucher(as("cashier", [here.id]), voucher.id)).redemptions).toEqual([]);
  expect((await getVoucher(owner, voucher.id)).redemptions).toHaveLength(1);
});
