import { openClient } from "@stampbook/db/testing";
import { describe, expect, test } from "vitest";
import { Failure } from "../../../foundation/failures.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import {
  guardless,
  type OpenHarness,
  plain,
  refusalOf,
  rowsOf,
  runFor,
  running,
  twoProcesses,
  untilWaiting,
  ways,
  whileAllWait,
  whileItWaits,
} from "../../../testing/index.ts";
import { deductValue } from "../deduct-value/deduct-value.ts";
import { redeemPromoCode } from "../redeem-promo-code/redeem-promo-code.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { redeemVoucher } from "../redeem-voucher/redeem-voucher.ts";
import { openCancels } from "./cancel-redemption.cases.ts";
import { cancelRedemption, redemptionCancels } from "./cancel-redemption.ts";

const cancels = redemptionCancels.statement;

const t = harnessOfFile();
/** A database for statements without a guard. */
const broken = harnessOfFile({ isOwn: true, isAudited: false });

const without = guardless(cancels);
const canceledByOther = "status = 'Canceled', canceled_at = now(), canceled_by = 'token:2'";
const anyStatus = redemptionCancels.without({ asSeen: "status" });
const partGuard = / and coalesce\(v\.remaining_value, 0\) = \(b\.issued_worths\)\[[^\]]*\]/;

/** Locks a merchant's rows of a table and runs `work`. Runs `meanwhile` once `work` waits for them. */
async function whileHeld<Result>(
  { open }: OpenHarness,
  { table, merchantId }: { table: string; merchantId: number },
  work: () => Promise<Result>,
  meanwhile: () => Promise<unknown>,
): Promise<Result> {
  const sql = openClient(open.url, 2);
  try {
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`select 1 from ${sql(table)} where merchant_id = ${merchantId} for update`;
    const working = work();
    working.catch(() => {});
    await untilWaiting(sql);
    try {
      await meanwhile();
    } finally {
      await holder`commit`;
      holder.release();
    }
    return await working;
  } finally {
    await sql.end();
  }
}

describe("one redemption that two processes cancel", () => {
  test.each([
    ["has the same outcome for both", () => t, cancels, ["Canceled", "Canceled"]],
    // the second cancel inserts the same ledger entry again and violates its unique key (23505)
    ["is given back twice, without the guard", () => broken, anyStatus, ["23505", "Canceled"]],
  ])("%s", async (_, harness, statement, answers) => {
    const { merchant, customer, redeem } = await ways.redeemReward.prepare(harness());
    const { redemption } = await redeem(harness().as(merchant));
    const input = { redemptionId: redemption.id, createReplacementVoucher: false };
    const cancel = () => {
      const writing = running(twoProcesses(harness())[0], statement);
      return cancelRedemption({ ...harness().as(merchant), writing }, input).then(
        (done) => done.redemption.status,
        (error) => error.code,
      );
    };
    // one cancel waits for the membership, the other for the redemption that the first cancel has locked
    const answered = await whileAllWait(harness(), "memberships", merchant.id, () =>
      Promise.all([cancel(), cancel()]),
    );
    expect(answered.sort()).toEqual(answers);
    const rows = await harness().rows(merchant);
    expect(rows.get("memberships")?.get(String(customer.id))?.stamps).toBe(5);
  });

  // The status as it was seen also protects these calls
  test("20 calls at once: each has the same outcome", async () => {
    const { merchant, redeem } = await ways.redeemVoucher.prepare(t);
    const { redemption } = await redeem(t.as(merchant));
    const input = { redemptionId: redemption.id, createReplacementVoucher: false };
    const before = await t.rows(merchant);
    const processes = twoProcesses(t);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        cancelRedemption({ ...t.as(merchant), writing: processes[n % 2 ? 1 : 0] }, input),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const written = Object.entries(await t.written(merchant, before));
    expect(written.map(([table, rows]) => [table, rows?.length]).sort()).toEqual([
      ["auditEntries", 1],
      ["redemptions", 1],
    ]);
  });
});

describe("while a cancel waits", () => {
  /**
   * Cancels a voucher's redemption. Another transaction cancels it while the call waits. Returns the
   * replacement voucher, and how many vouchers were written.
   */
  async function cancelTwice(harness: typeof t, statement = cancels) {
    const { merchant, redeem } = await ways.redeemVoucher.prepare(harness);
    const { redemption } = await redeem(harness.as(merchant));
    const input = { redemptionId: redemption.id, createReplacementVoucher: true };
    const before = await harness.rows(merchant);
    const ctx = { ...harness.as(merchant), writing: running(twoProcesses(harness)[0], statement) };
    const change = rowsOf("redemptions", canceledByOther);
    const cancel = () => cancelRedemption(ctx, input);
    const done = await whileItWaits(harness, merchant.id, change, cancel);
    expect(done.redemption.status).toBe("Canceled");
    const { vouchers = [] } = await harness.written(merchant, before);
    return { replacement: done.replacement, vouchers: vouchers.length };
  }

  test("it is canceled with a replacement: there is no other, and the answer is alike", async () => {
    expect(await cancelTwice(t)).toEqual({ replacement: null, vouchers: 0 });
  });

  test("without the guard it makes another one", async () => {
    expect((await cancelTwice(broken, anyStatus)).vouchers).toBe(1);
  });

  test.each([
    ["it has not yet the row of the customer's uses", () => t, cancels, "Canceled"],
    ["it has, without the guard", () => broken, redemptionCancels.without({ lock: "pc" }), "55P03"],
  ])("for a promo code, %s", async (_, harness, statement, answer) => {
    const { merchant, redeem } = await ways.redeemPromoCode.prepare(harness());
    const { redemption } = await redeem(harness().as(merchant));
    const input = { redemptionId: redemption.id, createReplacementVoucher: false };
    const writing = running(twoProcesses(harness())[0], statement);
    const ctx = { ...harness().as(merchant), writing };
    const canceling = whileHeld(
      harness(),
      { table: "promo_codes", merchantId: merchant.id },
      () => cancelRedemption(ctx, input).then((done) => done.redemption.status),
      () =>
        harness().db.execute(
          `select 1 from promo_code_uses where merchant_id = ${merchant.id} for update nowait`,
        ),
    );
    expect(await canceling.catch((error) => error.cause?.code)).toBe(answer);
  });

  test.each(["whole", "part"])(
    "a voucher that was issued is spent, %s: it is refused",
    async (how) => {
      const { given } = t;
      const merchant = await given.merchant();
      const store = await given.store(merchant);
      const customer = await given.customer(merchant, {}, { stamps: 5 });
      const { id } = await given.template(merchant, { isDynamic: true, value: "10.00" });
      const reward = await given.reward(merchant, { voucherTemplateId: id });
      const ctx = { ...t.as(merchant), writing: twoProcesses(t)[0] };
      const input = { ...plain, user: customer.email, store: store.id };
      const price = { reward: reward.id, qty: 2, stamps: null };
      const { redemption, voucher } = await redeemReward(ctx, { ...input, ...price });
      const target = { ...input, voucher: voucher?.id ?? 0 };
      const before = await t.rows(merchant);
      const canceling = { redemptionId: redemption.id, createReplacementVoucher: false };
      const refusal = await whileHeld(
        t,
        { table: "redemptions", merchantId: merchant.id },
        () => refusalOf(cancelRedemption(ctx, canceling)),
        // uses another batcher than the cancel, as a call in another API process would
        () =>
          how === "whole"
            ? redeemVoucher(t.as(merchant), target)
            : deductValue(t.as(merchant), { ...target, value: "0.01" }),
      );
      expect(refusal.code).toBe("voucher_already_redeemed");
      const { memberships, vouchers } = await t.written(merchant, before);
      expect([memberships, vouchers?.length]).toEqual([undefined, 1]);
    },
  );
});

const inPart = { voucher: {}, change: "remaining_value = remaining_value - 0.01" };
const redeemed = {
  voucher: { value: null, remainingValue: null },
  change: "redeemed_at = now(), remaining_value = 0 * value",
};
test.each([
  ["is spent in part meanwhile is not done", inPart, cancels, [false]],
  ["is spent in part meanwhile is done, without the guard", inPart, without(partGuard), [true]],
  ["is fixed and redeemed meanwhile is not done", redeemed, cancels, [false]],
  [
    ...["is fixed and redeemed meanwhile is done, without the guard", redeemed],
    ...[without(/(?<=v\.id = w\.id) and v\.redeemed_at is null/), [true]],
  ],
] as const)("a cancel whose issued voucher %s", async (_, { voucher, change }, statement, done) => {
  const { merchant, call } = await openCancels(broken);
  const waiting = await call({ voucher });
  const run = runFor(broken, { merchantId: merchant.id, offsetMs: 0 });
  const running = () => run(statement, [waiting], "wait");
  const changed = rowsOf("vouchers", change);
  expect(await whileItWaits(broken, merchant.id, changed, running)).toEqual(done);
});

describe("a call whose voucher was made for what is seen no longer", () => {
  test.each([
    ["is not done", cancels, [false, false]],
    ["is done, without the guard", without(/ and not lacks/), [true, true]],
  ])("%s", async (_, statement, done) => {
    const { merchant, call } = await openCancels(broken);
    const { vouchers } = await call();
    const lacking = await call({ call: { vouchers: null } });
    const useless = await call({ redemption: { kind: "promo_code" }, call: { vouchers } });
    const run = runFor(broken, { merchantId: merchant.id, offsetMs: 0 });
    expect(await run(statement, [lacking, useless])).toEqual(done);
  });
});

describe("20 uses of a promo code and 20 cancels of earlier ones", () => {
  /** Returns the uses in the promo code's row, and the uses that were made and not canceled. */
  async function usesAfter() {
    const { given } = t;
    const merchant = await given.merchant();
    const store = await given.store(merchant);
    const promoCode = await given.promoCode(merchant, { maxUses: 20 });
    const customers = await Promise.all(Array.from({ length: 4 }, () => given.customer(merchant)));
    const processes = twoProcesses(t);
    const contextOf = (n: number) => ({
      ...t.as(merchant),
      writing: processes[n % 2 ? 1 : 0],
    });
    const use = (n: number) =>
      redeemPromoCode(contextOf(n), {
        ...{ ...plain, store: store.id, promoCode: promoCode.code },
        user: customers[n % 4]?.email ?? "",
      });
    const uses = await Promise.all(Array.from({ length: 20 }, (_, n) => use(n)));
    expect((await refusalOf(use(0))).code).toBe("promo_code_limit_reached");
    const cancels = uses.map(({ redemption }, n) =>
      cancelRedemption(contextOf(n >> 1), {
        redemptionId: redemption.id,
        createReplacementVoucher: false,
      }),
    );
    const more = Array.from({ length: 20 }, (_, n) =>
      use(n).then(
        () => 1,
        (error) => {
          if (error instanceof Failure && error.refusal.code === "promo_code_limit_reached")
            return 0;
          throw error;
        },
      ),
    );
    await Promise.all(cancels);
    const made = (await Promise.all(more)).reduce<number>((sum, one) => sum + one, 0);
    const row = (await t.rows(merchant)).get("promoCodes")?.get(String(promoCode.id));
    return { counted: Number(row?.uses), made };
  }

  test("no use is lost", async () => {
    const { counted, made } = await usesAfter();
    expect(counted).toBe(made);
  });
});
