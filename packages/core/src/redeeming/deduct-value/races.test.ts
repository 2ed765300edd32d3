import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import {
  guardless,
  namedBy,
  type OpenHarness,
  openHarness,
  plain,
  rowsOf,
  runFor,
  untilWaiting,
  whileItWaits,
} from "../../testing/index.ts";
import { createBatcher, type Writing } from "../../writing/index.ts";
import { redeemVoucher } from "../redeem-voucher/redeem-voucher.ts";
import { type DeductionCall, deductValues } from "./deduct-value.sql.ts";
import { deductValue } from "./deduct-value.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

/** Makes a batcher, as in another process. `keyWaitMs` is a minute, because the machine may be busy. */
const process = (): Writing => createBatcher(t.db, { keyWaitMs: 60_000 });

async function setting(settings: Parameters<OpenHarness["given"]["merchant"]>[0] = {}) {
  const merchant = await t.given.merchant(settings);
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant, { isDynamic: true });
  const row = { customerId: customer.id, voucherTemplateId };
  const give = () => t.given.voucher(merchant, { ...row, value: "10.00", remainingValue: "10.00" });
  const input = { ...plain, user: customer.email, store: store.id };
  const processes = [process(), process()];
  /** Returns the context of the n-th call. Even and odd calls are sent by different batchers. */
  const through = (n: number, ctx: CoreContext = t.as(merchant)): CoreContext => ({
    ...ctx,
    writing: processes[n % 2] as Writing,
  });
  return { merchant, store, customer, give, input, through };
}

const codeOf = (error: unknown) => (error instanceof Failure ? error.refusal.code : error);
const together = (count: number, call: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n).then(() => "done", codeOf)));
const countOf = (answers: readonly unknown[], answer: string) =>
  answers.filter((one) => one === answer).length;

describe("calls of two processes", () => {
  test("100 deduct 1.00 each from 10.00: ten are done, and the voucher is spent", async () => {
    const { merchant, give, input, through } = await setting();
    const { id } = await give();
    const answers = await together(100, (n) =>
      deductValue(through(n), { ...input, voucher: id, value: "1.00" }),
    );
    expect(countOf(answers, "done")).toBe(10);
    expect(countOf(answers, "voucher_already_redeemed")).toBe(90);
    const row = (await t.rows(merchant)).get("vouchers")?.get(String(id));
    expect(row).toMatchObject({ remainingValue: "0.00", redeemedAt: expect.any(String) });
  });

  test("20 deduct 6.50 each from 10.00: one is done", async () => {
    const { give, input, through } = await setting();
    const { id } = await give();
    const answers = await together(20, (n) =>
      deductValue(through(n), { ...input, voucher: id, value: "6.50" }),
    );
    expect(countOf(answers, "done")).toBe(1);
    expect(countOf(answers, "insufficient_voucher_value")).toBe(19);
  });

  test("deductions of 1.00 and redemptions of the whole: all of the 10.00 is taken, once", async () => {
    const { merchant, give, input, through } = await setting();
    const { id: voucher } = await give();
    const answers = await together(30, (n) =>
      n % 10 === 9
        ? redeemVoucher(through(n), { ...input, voucher })
        : deductValue(through(n), { ...input, voucher, value: "1.00" }),
    );
    const entries = [...((await t.rows(merchant)).get("voucherValueEntries")?.values() ?? [])];
    const taken = entries.filter(({ cause }) => cause === "redemption");
    expect(taken.reduce((sum, { delta }) => sum + Number(delta), 0)).toBe(-10);
    expect(countOf(answers, "done")).toBe(taken.length);
    expect(countOf(answers, "voucher_already_redeemed")).toBe(30 - taken.length);
  });

  test("one authorization for 20 vouchers: one is deducted from", async () => {
    const { merchant, customer, give, input, through } = await setting({
      redemptionPinAuthorization: true,
    });
    const { requestId } = await t.given.authorization(merchant, { customerId: customer.id });
    const vouchers = await Promise.all(Array.from({ length: 20 }, give));
    const answers = await together(20, (n) =>
      deductValue(through(n), {
        ...{ ...input, voucher: vouchers[n]?.id ?? 0, value: "1.00", requestId },
      }),
    );
    expect(countOf(answers, "done")).toBe(1);
    expect(countOf(answers, "authorization_required")).toBe(19);
  });

  test("20 with one key, from a voucher with enough for 10: one effect, and equal answers", async () => {
    const { merchant, give, input, through } = await setting();
    const { id } = await give();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        deductValue(through(n, t.keyed(merchant, "k")), { ...input, voucher: id, value: "1.00" }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const rows = await t.rows(merchant);
    expect(rows.get("redemptions")?.size).toBe(1);
    expect(rows.get("vouchers")?.get(String(id))).toMatchObject({ remainingValue: "9.00" });
  });

  test("one key for 20 vouchers: one is deducted from", async () => {
    const { merchant, give, input, through } = await setting();
    const vouchers = await Promise.all(Array.from({ length: 20 }, give));
    const answers = await together(20, (n) =>
      deductValue(through(n, t.keyed(merchant, "k", `f${n}`)), {
        ...{ ...input, voucher: vouchers[n]?.id ?? 0, value: "1.00" },
      }),
    );
    expect(countOf(answers, "done")).toBe(1);
    expect(countOf(answers, "idempotency_key_reused")).toBe(19);
  });
});

describe("a voucher that another transaction holds", () => {
  test.each([
    ["remaining_value = 6.49", "insufficient_voucher_value"],
    ["remaining_value = 0, redeemed_at = now()", "voucher_already_redeemed"],
    ["is_active = false", "voucher_not_available"],
    ["customer_id = null", "invalid_voucher_owner"],
    ["end_date = '2020-01-01'", "voucher_expired"],
    ["start_date = '2099-01-01'", "voucher_not_started"],
  ])("is judged anew: %s", async (change, code) => {
    for (const key of [null, "k"]) {
      const { merchant, give, input, through } = await setting();
      const { id } = await give();
      const ctx = through(0, key === null ? undefined : t.keyed(merchant, key));
      const call = () => deductValue(ctx, { ...input, voucher: id, value: "6.50" });
      const answer = () => call().then(() => "done", codeOf);
      expect(await whileItWaits(t, merchant.id, rowsOf("vouchers", change), answer)).toBe(code);
      const rows = await t.rows(merchant);
      expect(rows.get("refusals")?.size).toBe(1);
      for (const none of ["redemptions", "redemptionLines", "idempotencyKeys"] as const)
        expect(rows.get(none)?.size ?? 0).toBe(0);
      // restores the voucher, because the audit reports a value that was taken without a redemption
      const { vouchers } = schema;
      await t.db
        .update(vouchers)
        .set({ remainingValue: "10.00", redeemedAt: null })
        .where(eq(vouchers.merchantId, merchant.id));
    }
  });

  const without = guardless(deductValues);
  const waiting = without(/ skip locked(?= ?\) v cross)/);

  test.each([
    ["does not hold up the other call of its batch", deductValues, false, [false, true]],
    ["would, if the statement did not skip its row", waiting, true, [true, true]],
  ])("%s", async (_, statement, isHeldUp, done) => {
    const { merchant, store, customer, give } = await setting();
    const [held, free] = [await give(), await give()];
    const ids = await t.deps.ids.takeMany(merchant.id, "redemptions", 2);
    const calls = [held, free].map(
      ({ id }, n): DeductionCall => ({
        ...namedBy(customer.email),
        ...{ storeId: store.id, storeCode: store.code },
        ...{ channel: null, invoiceNumber: null, extraData: null, requestId: null },
        ...{ key: null, fingerprint: null, allowedStores: null, actor: "token:1" },
        ...{ redemption: ids[n] as number, voucher: id, value: "1.00" },
      }),
    );
    const place = { merchantId: merchant.id, offsetMs: 0 };
    const run = runFor(t, place);
    const sql = openClient(t.open.url, 2);
    try {
      const holder = await sql.reserve();
      await holder`begin`;
      await holder`select 1 from vouchers where merchant_id = ${merchant.id} and id = ${held.id} for update`;
      const running = run(statement, calls);
      const waits = untilWaiting(sql).then(() => true);
      expect(await Promise.race([running.then(() => false), waits])).toBe(isHeldUp);
      await holder`rollback`;
      holder.release();
      expect(await running).toEqual(done);
    } finally {
      await sql.end();
    }
  });
});
