import { expect, test } from "vitest";
import type { CoreContext } from "../../foundation/context.ts";
import { listTillMatches } from "../../serving/till/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, readPages, refusalOf } from "../../testing/index.ts";
import { deductValue, redeemVoucher } from "../redeeming/index.ts";
import { getVoucher } from "./get-voucher.ts";
import { listVouchers, type VoucherFilter } from "./list-vouchers.ts";

const t = harnessOfFile();

const all: VoucherFilter = {
  customerId: null,
  templateId: null,
  state: null,
  code: null,
  endsBy: null,
};

async function walk(ctx: CoreContext, filter: Partial<VoucherFilter>, limit: number) {
  const pages = await readPages((page) => listVouchers(ctx, { ...all, ...filter, ...page }), limit);
  return pages.flat().map(({ id }) => id);
}

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, { name: "Ani" });
  const template = await t.given.template(merchant);
  const voucher = async (row: Partial<Parameters<typeof t.given.voucher>[1]> = {}) =>
    t.given.voucher(merchant, { voucherTemplateId: template.id, customerId: customer.id, ...row });
  return { merchant, store, customer, template, voucher, ctx: t.as(merchant) };
}

test("vouchers come by every path without a gap, in their states", async () => {
  const { merchant, store, customer, template, voucher, ctx } = await setting();
  const open = (await voucher({ endDate: "2099-01-02" })).id;
  const sooner = (await voucher({ endDate: "2099-01-01" })).id;
  const same = (await voucher({ endDate: "2099-01-01" })).id;
  const expired = (await voucher({ endDate: "2020-01-01" })).id;
  const inactive = (await voucher({ isActive: false })).id;
  const later = (await voucher({ startDate: "2098-01-01" })).id;
  const free = (await voucher({ customerId: null, code: "free-1" })).id;
  const spent = (await voucher()).id;
  await redeemVoucher(ctx, { ...plain, user: customer.email, store: store.id, voucher: spent });
  const made = [open, sooner, same, expired, inactive, later, free, spent];
  const newest = [...made].reverse();
  const cases: [Partial<VoucherFilter>, number[]][] = [
    [{}, newest],
    [{ customerId: customer.id }, newest.filter((id) => id !== free)],
    [{ templateId: template.id }, newest],
    [{ templateId: 9 }, []],
    [{ state: "redeemed" }, [spent]],
    [{ state: "expired" }, [expired]],
    [{ state: "inactive" }, [inactive]],
    [{ state: "not_started" }, [later]],
    [{ state: "open" }, [free, same, sooner, open]],
    [{ code: "FREE-1" }, [free]],
    [{ endsBy: "2099-01-01" }, [sooner, same]],
    [{ endsBy: "2099-12-31" }, [sooner, same, open]],
    [{ endsBy: "2099-12-31", customerId: customer.id }, [sooner, same, open]],
    [{ endsBy: "2099-12-31", customerId: customer.id + 1 }, []],
    [{ endsBy: "2099-12-31", code: "FREE-1" }, []],
  ];
  for (const [filter, ids] of cases)
    for (const limit of [1, 3, 50])
      expect(await walk(ctx, filter, limit), JSON.stringify(filter)).toEqual(ids);
  const stranger = t.as(await t.given.merchant());
  expect(await walk(stranger, {}, 50)).toEqual([]);
  expect((await refusalOf(getVoucher(stranger, open))).code).toBe("invalid_voucher");
  expect(await getVoucher(t.as(merchant), free)).toMatchObject({ customer: null, state: "open" });
});

test("a customer's come by time: other processes' older ones may have higher ids", async () => {
  const { customer, voucher, ctx } = await setting();
  const old = { createdAt: "2026-03-01T00:00:00Z" };
  const [late, lower, higher] = [61, 62, 63] as const;
  await voucher({ id: late });
  await voucher({ id: lower, ...old });
  await voucher({ id: higher, ...old });
  for (const limit of [1, 2, 50])
    expect(await walk(ctx, { customerId: customer.id }, limit)).toEqual([late, higher, lower]);
});

test("a voucher is told with what used it", async () => {
  const { store, customer, merchant, voucher, ctx } = await setting();
  const template = await t.given.template(merchant, { isDynamic: true, value: "50.00" });
  const value = { value: "50.00", remainingValue: "50.00", voucherTemplateId: template.id };
  const { id } = await voucher(value);
  const input = { ...plain, user: customer.email, store: store.id, voucher: id, value: "20.00" };
  const { redemption } = await deductValue(ctx, input);
  expect(await getVoucher(ctx, id)).toMatchObject({
    remainingValue: "30.00",
    redemptions: [
      {
        id: redemption.id,
        kind: "voucher_value",
        status: "Created",
        value: "20.00",
        storeId: store.id,
      },
    ],
    valueEntries: [{ cause: "opening" }, { cause: "redemption", delta: "-20.00" }],
  });
});

test("a text at the till finds the voucher by its code, in any case, and customers", async () => {
  const { customer, voucher, ctx } = await setting();
  const { id } = await voucher({ code: "KaYa-BUN-1" });
  const found = async (text: string) => {
    const { customers, vouchers } = await listTillMatches(ctx, text);
    return {
      customers: customers.map((each) => each.id),
      vouchers: vouchers.map((each) => each.id),
    };
  };
  expect(await found(" kaya-bun-1 ")).toEqual({ customers: [], vouchers: [id] });
  for (const text of ["an", customer.memberId, customer.email])
    expect(await found(text)).toEqual({ customers: [customer.id], vouchers: [] });
  expect(await found(" ")).toEqual({ customers: [], vouchers: [] });
  expect(await listTillMatches(t.as(await t.given.merchant()), "kaya-bun-1")).toEqual({
    customers: [],
    vouchers: [],
    promoCodes: [],
  });
});
