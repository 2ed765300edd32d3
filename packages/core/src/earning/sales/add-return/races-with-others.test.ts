import { describe, expect, test } from "vitest";
import {
  cancelRedemption,
  deductValue,
  redeemReward,
  redeemVoucher,
} from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import {
  aSale,
  plain,
  together,
  twoProcesses,
  whileAllWait,
  whileItWaits,
  withoutRowLocks,
} from "../../../testing/index.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { addReturn } from "./add-return.ts";
import type { ReturnInput } from "./types.ts";

const t = harnessOfFile();
const asIs = <Result>(work: () => Promise<Result>) => work();

/** Sells for 60.00. A gift card of 50.00 pays 10.00 of it. A reward of 4 stamps is redeemed with the sale. */
async function setting({ hasReward = true } = {}) {
  const { given } = t;
  const merchant = await given.merchant({ earnAmount: "1.00" });
  const { id: store } = await given.store(merchant);
  const { id: member, email: user } = await given.customer(merchant, {}, { stamps: 100 });
  const template = await given.template(merchant, { isDynamic: true });
  const held = { voucherTemplateId: template.id, customerId: member };
  const card = await given.voucher(merchant, { ...held, value: "50.00", remainingValue: "50.00" });
  const { id: reward } = await given.reward(merchant, { stampsToRedeem: 2 });
  const ctx = t.as(merchant);
  const invoiceNumber = "INV-9";
  const redeem = { ...plain, user, store, invoiceNumber };
  const spent = await deductValue(ctx, { ...redeem, voucher: card.id, value: "10.00" });
  const input = { ...redeem, reward, qty: 2, stamps: null };
  const redeemed = hasReward ? (await redeemReward(ctx, input)).redemption.id : 0;
  await addSale(ctx, { ...aSale({ total: "60.00" }), store, user, channel: null, invoiceNumber });
  const back = (number: number, more: Partial<ReturnInput>): ReturnInput => ({
    ...{ invoiceNumber, store, businessDay: null, returnedAt: null },
    ...{ returnInvoiceNumber: `R-${number}`, returnStore: store },
    ...{ vouchers: [], cancelsRedemptions: false, issue: null, keepsIssuedVouchers: false },
    modification: { total: "-10.00", subtotal: null, items: [], payments: [], stamps: null },
    ...more,
  });
  /** What was given back, according to the rows and to the outcomes of the returns. */
  const after = async () => {
    const rows = await t.rows(merchant);
    const all = (table: "transactionModifications" | "voucherValueEntries" | "vouchers") => [
      ...(rows.get(table)?.values() ?? []),
    ];
    const said = all("transactionModifications").map(({ outcome }) => outcome as Outcome);
    return {
      returns: said.length,
      saidVouchers: said.flatMap(({ others }) => others?.returnedVouchers ?? []).length,
      saidRedemptions: said.flatMap(({ others }) => others?.canceledRedemptions ?? []).length,
      refills: all("voucherValueEntries").filter(({ cause }) => cause === "cancellation").length,
      worth: rows.get("vouchers")?.get(String(card.id))?.remainingValue,
      vouchers: all("vouchers").length,
      stamps: rows.get("memberships")?.get(String(member))?.stamps,
    };
  };
  return {
    ...{ merchant, ctx, back, after, template, card, held, redeem },
    ...{ spent: spent.redemption.id, redeemed },
    byVoucher: { vouchers: [{ line: 0, code: card.code, value: "10.00" }] },
  };
}

type Outcome = {
  readonly others?: { readonly [Name in "returnedVouchers" | "canceledRedemptions"]: [] };
};

describe("two returns of one sale that wait for each other", () => {
  test.each([
    ["give a voucher its value once, and one is refused", asIs, "voucher", 1],
    ["without locks both say that they gave it back", withoutRowLocks, "voucher", 2],
    ["cancel a redemption once, and both are done", asIs, "redemptions", 1],
    ["without locks both say that they canceled it", withoutRowLocks, "redemptions", 2],
  ])("%s", async (_, how, by, said) => {
    // no more ids are needed than were taken, so the work does not begin again
    const { merchant, ctx, back, after, byVoucher } = await setting({ hasReward: false });
    const more = by === "voucher" ? byVoucher : { cancelsRedemptions: true };
    const answers = await how(() =>
      whileAllWait(t, "transactions", merchant.id, () =>
        together(twoProcesses(t), 2, (writing, n) => addReturn({ ...ctx, writing }, back(n, more))),
      ),
    );
    const isRefused = by === "voucher" && said === 1;
    expect(answers).toEqual(isRefused ? { done: 1, invalid_voucher: 1 } : { done: 2 });
    const { saidVouchers, saidRedemptions, refills, worth } = await after();
    expect(saidVouchers + saidRedemptions).toBe(said);
    expect([refills, worth]).toEqual([1, "50.00"]);
  });

  test.each([
    ["issue one voucher with one number", asIs, 2],
    ["without locks issue one each", withoutRowLocks, 3],
  ])("%s", async (_, how, vouchers) => {
    const { merchant, ctx, back, after, template } = await setting();
    const body = back(1, { issue: { templateId: template.id, value: "10.00" } });
    const answers = await how(() =>
      whileAllWait(t, "transactions", merchant.id, () =>
        together(twoProcesses(t), 2, (writing) => addReturn({ ...ctx, writing }, body)),
      ),
    );
    expect(answers).toEqual({ done: 2 });
    expect(await after()).toMatchObject({ returns: 1, vouchers });
  });
});

test("a call with a key, again on a later day, does nothing more", async () => {
  const { merchant, back, after, template } = await setting();
  const issue = { templateId: template.id, value: "10.00" };
  const body = back(1, { issue, cancelsRedemptions: true });
  const first = await addReturn(t.keyed(merchant, "k", "f"), body);
  const expected = await after();
  const later = { ...t.keyed(merchant, "k", "f"), clockOffsetMs: 2 * 86_400_000 };
  // it is another return, because its business day is another
  expect(await addReturn(later, body)).toEqual(first);
  expect(await after()).toEqual(expected);
  expect(expected).toMatchObject({ returns: 1, vouchers: 2, saidRedemptions: 2 });
});

describe("20 calls in two processes", () => {
  test("that cancel the redemptions give them back once, and no more goods than there are", async () => {
    const { ctx, back, after } = await setting();
    const answers = await together(twoProcesses(t), 20, (writing, n) =>
      addReturn({ ...ctx, writing }, back(n, { cancelsRedemptions: true })),
    );
    expect(answers).toEqual({ done: 6, invalid: 14 });
    const worth = { worth: "50.00", refills: 1, stamps: 100 };
    expect(await after()).toMatchObject({ returns: 6, saidRedemptions: 2, ...worth });
  });

  test("of returns and cancels of the same redemptions, also in parts, give back what was taken", async () => {
    const { ctx, back, after, spent, redeemed } = await setting();
    const one = { line: 1, lineRequestId: null, qty: 1 };
    const answers = await together(twoProcesses(t), 20, (writing, n) => {
      const part = { ...ctx, writing };
      const canceled = {
        redemptionId: n % 4 === 1 ? spent : redeemed,
        part: n % 4 === 1 ? null : one,
      };
      return n % 2
        ? cancelRedemption(part, { ...canceled, createReplacementVoucher: false })
        : addReturn(part, back(n, { cancelsRedemptions: true }));
    });
    expect(answers.done).toBeGreaterThanOrEqual(6 + 5);
    const worth = { worth: "50.00", refills: 1, stamps: 100 };
    expect(await after()).toMatchObject({ returns: 6, ...worth });
  });
});

describe("a return by a voucher that another call cancels without a new voucher meanwhile", () => {
  test.each([
    ["is refused", asIs, { invalid_voucher: 1 }, 0],
    ["says that it gave it back, without locks", withoutRowLocks, { done: 1 }, 1],
  ])("%s", async (_, how, expected, said) => {
    const { merchant, ctx, back, after, held, redeem } = await setting({ hasReward: false });
    const fixed = await t.given.voucher(merchant, { ...held, value: "20.00" });
    const { redemption } = await redeemVoucher(ctx, { ...redeem, voucher: fixed.id });
    const row = `where merchant_id = $1 and id = ${redemption.id}`;
    const canceled = {
      lock: `select 1 from redemptions ${row} for update`,
      change: `update redemptions
        set status = 'Canceled', canceled_at = now(), canceled_by = 'token:2' ${row}`,
    };
    const vouchers = [{ line: 0, code: fixed.code, value: "20.00" }];
    const answers = await how(() =>
      whileItWaits(t, merchant.id, canceled, () =>
        together(twoProcesses(t), 1, (writing) =>
          addReturn({ ...ctx, writing }, back(1, { vouchers })),
        ),
      ),
    );
    expect(answers).toEqual(expected);
    expect(await after()).toMatchObject({ saidVouchers: said, vouchers: 2 });
  });
});
