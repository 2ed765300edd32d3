import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import {
  openOwnHarness,
  plain,
  rowsOf,
  runFor,
  together,
  twoProcesses,
  whileItWaits,
} from "../../../testing/index.ts";
import { redeemVoucher } from "../redeem-voucher/redeem-voucher.ts";
import { deducting } from "./deduct-value.cases.ts";
import { deductions, deductValue } from "./deduct-value.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant, { isDynamic: true });
  const row = { customerId: customer.id, voucherTemplateId };
  const give = () => t.given.voucher(merchant, { ...row, value: "10.00", remainingValue: "10.00" });
  const input = { ...plain, user: customer.email, store: store.id };
  return { merchant, give, input };
}

describe("calls of two processes", () => {
  test("100 deduct 1.00 each from 10.00: ten are done, and the voucher is spent", async () => {
    const { merchant, give, input } = await setting();
    const { id } = await give();
    const answers = await together(twoProcesses(t), 100, (writing) =>
      deductValue({ ...t.as(merchant), writing }, { ...input, voucher: id, value: "1.00" }),
    );
    expect(answers).toEqual({ done: 10, voucher_already_redeemed: 90 });
    const row = (await t.rows(merchant)).get("vouchers")?.get(String(id));
    expect(row).toMatchObject({ remainingValue: "0.00", redeemedAt: expect.any(String) });
  });

  test("20 deduct 6.50 each from 10.00: one is done", async () => {
    const { merchant, give, input } = await setting();
    const { id } = await give();
    const answers = await together(twoProcesses(t), 20, (writing) =>
      deductValue({ ...t.as(merchant), writing }, { ...input, voucher: id, value: "6.50" }),
    );
    expect(answers).toEqual({ done: 1, insufficient_voucher_value: 19 });
  });

  test("deductions of 1.00 and redemptions of the whole: all of the 10.00 is taken, once", async () => {
    const { merchant, give, input } = await setting();
    const { id: voucher } = await give();
    const answers = await together(twoProcesses(t), 30, (writing, n) => {
      const ctx = { ...t.as(merchant), writing };
      return n % 10 === 9
        ? redeemVoucher(ctx, { ...input, voucher })
        : deductValue(ctx, { ...input, voucher, value: "1.00" });
    });
    const entries = [...((await t.rows(merchant)).get("voucherValueEntries")?.values() ?? [])];
    const taken = entries.filter(({ cause }) => cause === "redemption");
    expect(taken.reduce((sum, { delta }) => sum + Number(delta), 0)).toBe(-10);
    expect(answers).toEqual({ done: taken.length, voucher_already_redeemed: 30 - taken.length });
  });

  test("20 with one key, from a voucher with enough for 10: one effect, and equal answers", async () => {
    const { merchant, give, input } = await setting();
    const { id } = await give();
    const outcomes = new Set<string>();
    await together(twoProcesses(t), 20, async (writing) => {
      const ctx = { ...t.keyed(merchant, "k"), writing };
      const outcome = await deductValue(ctx, { ...input, voucher: id, value: "1.00" });
      outcomes.add(JSON.stringify(outcome));
    });
    expect(outcomes.size).toBe(1);
    const rows = await t.rows(merchant);
    expect(rows.get("redemptions")?.size).toBe(1);
    expect(rows.get("vouchers")?.get(String(id))).toMatchObject({ remainingValue: "9.00" });
  });
});

test("of a value that was deducted from meanwhile, the true rest is told and written", async () => {
  const { merchant, give, input } = await setting();
  const { id: voucher } = await give();
  const half = rowsOf("vouchers", "remaining_value = 5.00");
  const call = () => deductValue(t.as(merchant), { ...input, voucher, value: "2.00" });
  const told = await whileItWaits(t, merchant.id, half, call);
  expect(told).toMatchObject({ valueBefore: "5.00", voucher: { remainingValue: "3.00" } });
  const row = (await t.rows(merchant)).get("vouchers")?.get(String(voucher));
  expect(row).toMatchObject({ remainingValue: "3.00" });
  // the audit reports a value that was taken without a redemption
  await t.db.execute(`update vouchers set remaining_value = 8 where merchant_id = ${merchant.id}`);
});

test("a value that no voucher can hold does not fail the other call of its batch", async () => {
  // a database of its own: the audit would find a redemption of the shop that has no lines
  const own = await openOwnHarness();
  const { merchant, call } = await deducting.open(own);
  const run = runFor(own, { merchantId: merchant.id, offsetMs: 0 });
  const calls = [{ ...(await call()), value: null }, await call()];
  expect(await run(deductions.statement, calls)).toEqual([false, true]);
  await own.open.close();
});
