import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import {
  guardless,
  type OpenHarness,
  openHarness,
  plain,
  rowsOf,
  whileItWaits,
} from "../../testing/index.ts";
import { createBatcher, type Writing } from "../../writing/index.ts";
import type { RedeemRewardInput } from "./redeem-reward.rules.ts";
import { redeemRewards } from "./redeem-reward.sql.ts";
import { redeemReward } from "./redeem-reward.ts";

let t: OpenHarness<TestDatabase>;
beforeAll(async () => {
  t = await openHarness(() => createTestDatabase({ isPatient: true }));
});
afterAll(() => t?.close());

/** A process has a batcher of its own. On a busy machine 10 calls with one key may take more than a second. */
const process = (): Writing => createBatcher(t.db, { keyWaitMs: 60_000 });

/** A process that sends another statement. */
function processWith(statement: typeof redeemRewards): Writing {
  const { write, ...others } = process();
  return {
    ...others,
    write: (operation, ...rest) =>
      write(
        { ...operation, statement: statement as unknown as typeof operation.statement },
        ...rest,
      ),
  };
}

const without = guardless(redeemRewards);

async function setting(settings: Parameters<OpenHarness["given"]["merchant"]>[0] = {}) {
  const merchant = await t.given.merchant(settings);
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const { id } = await t.given.reward(merchant, { stampsToRedeem: 3 });
  const input: RedeemRewardInput = {
    ...plain,
    ...{ user: customer.email, store: store.id, reward: id, qty: 1, stamps: null },
  };
  return { merchant, customer, input };
}

/** Makes calls in two processes at once; returns `done` or the refusal's code for each. */
function together(
  count: number,
  callOf: (n: number) => readonly [CoreContext, RedeemRewardInput],
): Promise<readonly unknown[]> {
  const processes = [process(), process()];
  const call = (n: number) => {
    const [ctx, input] = callOf(n);
    return redeemReward({ ...ctx, writing: processes[n % 2] as Writing }, input);
  };
  const codeOf = (error: unknown) => (error instanceof Failure ? error.refusal.code : error);
  return Promise.all(
    Array.from({ length: count }, (_, n) =>
      call(n).then(
        () => "done",
        (error) => codeOf(error),
      ),
    ),
  );
}

const countOf = (answers: readonly unknown[], code: string) =>
  answers.filter((answer) => answer === code).length;

test("100 calls of two processes for 10 stamps: 3 rewards of 3 stamps are redeemed", async () => {
  const { merchant, customer, input } = await setting();
  const names = [customer.email, customer.memberId];
  const answers = await together(100, (n) => [
    t.as(merchant),
    { ...input, user: names[(n >> 1) % 2] ?? "" },
  ]);
  expect(countOf(answers, "done")).toBe(3);
  expect(countOf(answers, "insufficient_stamps")).toBe(97);
  const rows = await t.rows(merchant);
  expect(rows.get("memberships")?.get(String(customer.id))?.stamps).toBe(1);
});

test("one authorization for 20 calls: one is done", async () => {
  const { merchant, customer, input } = await setting({ redemptionPinAuthorization: true });
  const { requestId } = await t.given.authorization(merchant, { customerId: customer.id });
  const answers = await together(20, () => [t.as(merchant), { ...input, requestId }]);
  expect(countOf(answers, "done")).toBe(1);
  expect(countOf(answers, "authorization_required")).toBe(19);
});

test("one key for 20 customers: one is done", async () => {
  const { merchant, input } = await setting();
  const customer = () => t.given.customer(merchant, {}, { stamps: 10 });
  const customers = await Promise.all(Array.from({ length: 20 }, customer));
  const answers = await together(20, (n) => [
    t.keyed(merchant, "k", `f${n}`),
    { ...input, user: customers[n]?.email ?? "" },
  ]);
  expect(countOf(answers, "done")).toBe(1);
  expect(countOf(answers, "idempotency_key_reused")).toBe(19);
});

test("one key for 20 equal calls: its vouchers are issued once", async () => {
  const { merchant, input } = await setting();
  const { id: voucherTemplateId } = await t.given.template(merchant);
  const { id: reward } = await t.given.reward(merchant, { voucherTemplateId });
  const answers = await together(20, () => [t.keyed(merchant, "k"), { ...input, reward, qty: 2 }]);
  expect(countOf(answers, "done")).toBe(20);
  const rows = await t.rows(merchant);
  expect([rows.get("redemptions")?.size, rows.get("vouchers")?.size]).toEqual([1, 2]);
});

describe("a membership that changes while the call waits", () => {
  test.each([
    ["is told as it is afterwards", redeemRewards, { stamps: 11, balance: "7.50" }],
    [
      "is told as it was, without what the statement tells of the locked row",
      without(/'stamps', s\.stamps, 'balance', s\.balance::text/),
      { stamps: 10, balance: "0.00" },
    ],
  ])("%s", async (_, statement, expected) => {
    const { merchant, input } = await setting();
    const change = rowsOf("memberships", "stamps = stamps + 4, balance = 7.50");
    const ctx = { ...t.as(merchant), writing: processWith(statement) };
    const call = () => redeemReward(ctx, input);
    expect((await whileItWaits(t, merchant.id, change, call)).membership).toMatchObject(expected);
    await t.db.execute(`update stamp_entries set delta = 14 where merchant_id = ${merchant.id}
      and cause = 'opening'`);
  });
});

describe("a reward whose voucher is exchanged between the two statements", () => {
  test.each([
    ["issues the new one", redeemRewards, "after"],
    [
      "issues the old one, without the guard",
      without(
        /rw\.voucher_template_id is not distinct from c\.voucher_template/,
        "(rw.voucher_template_id is null or c.vouchers is not null)",
      ),
      "before",
    ],
  ] as const)("%s", async (_, statement, expected) => {
    const { merchant, input } = await setting();
    const templates = {
      before: (await t.given.template(merchant)).id,
      after: (await t.given.template(merchant)).id,
    };
    const { id: reward } = await t.given.reward(merchant, { voucherTemplateId: templates.before });
    const { write, ...others } = processWith(statement);
    let statements = 0;
    const writing: Writing = {
      ...others,
      write: async (...sending) => {
        const row = await write(...sending);
        if (++statements === 1)
          await t.db.execute(`update rewards set voucher_template_id = ${templates.after}
            where merchant_id = ${merchant.id} and id = ${reward}`);
        return row;
      },
    };
    await redeemReward({ ...t.as(merchant), writing }, { ...input, reward });
    const vouchers = [...((await t.rows(merchant)).get("vouchers")?.values() ?? [])];
    expect(vouchers.map(({ voucherTemplateId }) => voucherTemplateId)).toEqual([
      templates[expected],
    ]);
  });
});
