import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import {
  guardless,
  type OpenHarness,
  openHarness,
  rowsOf,
  whileItWaits,
} from "../../testing/index.ts";
import { createBatcher, type Writing } from "../../writing/index.ts";
import type { RedeemMultipleRewardsInput } from "./redeem-multiple-rewards.rules.ts";
import { redeemManyRewards } from "./redeem-multiple-rewards.sql.ts";
import { redeemMultipleRewards } from "./redeem-multiple-rewards.ts";

let t: OpenHarness<TestDatabase>;
beforeAll(async () => {
  t = await openHarness(() => createTestDatabase({ isPatient: true }));
});
afterAll(() => t?.close());

/** A process has a batcher of its own. On a busy machine 10 calls with one key may take more than a second. */
const process = (): Writing => createBatcher(t.db, { keyWaitMs: 60_000 });

/** A process that sends another statement. */
function processWith(statement: typeof redeemManyRewards): Writing {
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

const without = guardless(redeemManyRewards);

async function setting(settings: Parameters<OpenHarness["given"]["merchant"]>[0] = {}) {
  const merchant = await t.given.merchant(settings);
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const one = await t.given.reward(merchant, { stampsToRedeem: 1 });
  const two = await t.given.reward(merchant, { stampsToRedeem: 2 });
  /** The lines' request ids; without a second one both lines have the first. */
  const inputFor = (
    requests: readonly string[],
    rewards: readonly { readonly code: string }[] = [one, two],
  ): RedeemMultipleRewardsInput => ({
    ...{ user: customer.email, store: store.id, invoiceNumber: null, channel: null },
    rewards: rewards.map(({ code }, index) => {
      const requestId = requests[index] ?? requests[0] ?? null;
      return { code, qty: 1, stamps: null, requestId };
    }),
  });
  return { merchant, customer, inputFor, input: inputFor([]) };
}

/** Makes calls in two processes at once; returns `done` or the refusal's code for each. */
function together(
  count: number,
  callOf: (n: number) => readonly [CoreContext, RedeemMultipleRewardsInput],
): Promise<readonly unknown[]> {
  const processes = [process(), process()];
  const call = (n: number) => {
    const [ctx, input] = callOf(n);
    return redeemMultipleRewards({ ...ctx, writing: processes[n % 2] as Writing }, input);
  };
  return Promise.all(Array.from({ length: count }, (_, n) => call(n).then(() => "done", codeOf)));
}

const codeOf = (error: unknown) => (error instanceof Failure ? error.refusal.code : error);

const countOf = (answers: readonly unknown[], code: string) =>
  answers.filter((answer) => answer === code).length;

test("100 calls of two processes for 10 stamps: 3 calls with lines of 1 and 2 stamps are done", async () => {
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
  expect(rows.get("redemptionLines")?.size).toBe(6);
});

test("two authorizations that 20 calls name in both orders: one call is done", async () => {
  const { merchant, customer, inputFor } = await setting({ redemptionPinAuthorization: true });
  const authorize = () => t.given.authorization(merchant, { customerId: customer.id });
  const requests = [(await authorize()).requestId, (await authorize()).requestId];
  const answers = await together(20, (n) => [
    t.as(merchant),
    inputFor(n % 3 ? requests : requests.toReversed()),
  ]);
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
  const { merchant, inputFor } = await setting();
  const { id: voucherTemplateId } = await t.given.template(merchant);
  const gift = await t.given.reward(merchant, { voucherTemplateId });
  const input = inputFor([], [gift, gift]);
  const answers = await together(20, () => [t.keyed(merchant, "k"), input]);
  expect(countOf(answers, "done")).toBe(20);
  const rows = await t.rows(merchant);
  expect([rows.get("redemptions")?.size, rows.get("vouchers")?.size]).toEqual([1, 2]);
});

describe("a membership that changes while the call waits", () => {
  test.each([
    ["is told as it is afterwards", redeemManyRewards, { stamps: 11, balance: "7.50" }],
    [
      "is told as it was, without what the statement tells of the locked row",
      without(/'stamps', s\.stamps, 'balance', s\.balance::text/),
      { stamps: 10, balance: "0.00" },
    ],
  ])("%s", async (_, statement, expected) => {
    const { merchant, input } = await setting();
    const change = rowsOf("memberships", "stamps = stamps + 4, balance = 7.50");
    const ctx = { ...t.as(merchant), writing: processWith(statement) };
    const call = () => redeemMultipleRewards(ctx, input);
    expect((await whileItWaits(t, merchant.id, change, call)).membership).toMatchObject(expected);
    await t.db.execute(`update stamp_entries set delta = 14 where merchant_id = ${merchant.id}
      and cause = 'opening'`);
  });
});

/** A process that makes `change` between a call's first statement and its second one. */
function processWithChange(statement: typeof redeemManyRewards, change: string): Writing {
  const { write, ...others } = processWith(statement);
  let statements = 0;
  return {
    ...others,
    write: async (...sending) => {
      const row = await write(...sending);
      if (++statements === 1) await t.db.execute(change);
      return row;
    },
  };
}

describe("a reward whose voucher is exchanged between the two statements", () => {
  test.each([
    ["issues the new one", redeemManyRewards, "after"],
    [
      "issues the old one, without the guard",
      without(
        /rw\.voucher_template_id is not distinct from c\.voucher_template/,
        "(rw.voucher_template_id is null or c.vouchers is not null)",
      ),
      "before",
    ],
  ] as const)("%s", async (_, statement, expected) => {
    const { merchant, inputFor } = await setting();
    const templates = {
      before: (await t.given.template(merchant)).id,
      after: (await t.given.template(merchant)).id,
    };
    const plain = await t.given.reward(merchant);
    const gift = await t.given.reward(merchant, { voucherTemplateId: templates.before });
    const writing = processWithChange(
      statement,
      `update rewards set voucher_template_id = ${templates.after}
        where merchant_id = ${merchant.id} and id = ${gift.id}`,
    );
    await redeemMultipleRewards({ ...t.as(merchant), writing }, inputFor([], [plain, gift]));
    const vouchers = [...((await t.rows(merchant)).get("vouchers")?.values() ?? [])];
    expect(vouchers.map(({ voucherTemplateId }) => voucherTemplateId)).toEqual([
      templates[expected],
    ]);
  });
});

describe("T35: the merchant begins to ask for the PIN between the two statements", () => {
  test.each([
    ["a call without it is refused", redeemManyRewards, "authorization_required"],
    [
      "a call without it is done, without the guard",
      without(/and \(not m\.redemption_pin_authorization or \([^)]*\)\)/),
      "done",
    ],
  ])("%s", async (_, statement, expected) => {
    const { merchant, inputFor } = await setting();
    const { id: voucherTemplateId } = await t.given.template(merchant);
    const gift = await t.given.reward(merchant, { voucherTemplateId });
    const writing = processWithChange(
      statement,
      `update merchants set redemption_pin_authorization = true where id = ${merchant.id}`,
    );
    const call = redeemMultipleRewards({ ...t.as(merchant), writing }, inputFor([], [gift]));
    const answer = await call.then(() => "done", codeOf);
    expect(answer).toBe(expected);
  });
});
