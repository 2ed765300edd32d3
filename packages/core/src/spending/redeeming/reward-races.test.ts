import { describe, expect, test } from "vitest";
import type { CoreContext } from "../../foundation/context.ts";
import type { CallKey, Writing } from "../../foundation/writing/index.ts";
import type { Operation } from "../../machinery/kernel/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import {
  changing,
  guardless,
  plain,
  rowsOf,
  running,
  together,
  twoProcesses,
  whileItWaits,
} from "../../testing/index.ts";
import {
  redeemManyRewards,
  redeemMultipleRewards,
} from "./redeem-multiple-rewards/redeem-multiple-rewards.ts";
import { redeemReward, redeemRewards } from "./redeem-reward/redeem-reward.ts";
import type { Redeemed, RedeemInput } from "./types.ts";

// Races of both operations that redeem rewards for stamps.

// closes the database without an audit: a statement without a guard leaves wrong rows
const t = harnessOfFile({ isAudited: false });

type Thing = { readonly id: number; readonly code: string };
/** Redeems a reward `count` times. */
type Redeem = (
  ctx: CoreContext,
  input: RedeemInput,
  reward: Thing,
  count: number,
) => Promise<Redeemed>;

/** Returns processes that run the operation's statement, whole or without a part. */
const processesOf = <Call extends CallKey, Seen, Done, Name extends string>({
  statement,
  without,
}: Operation<Call, Seen, Done, Name | "stampsAreHeld">) => {
  const changed = guardless(statement);
  return {
    whole: (process: Writing) => process,
    anyStamps: (process: Writing) => running(process, without({ check: "stampsAreHeld" })),
    anyTemplate: (process: Writing) =>
      running(
        process,
        changed(
          /rw\.voucher_template_id is distinct from c\.voucher_template/,
          "(rw.voucher_template_id is not null and c.vouchers is null)",
        ),
      ),
    stale: (process: Writing) =>
      running(process, changed(/'stamps', s\.stamps, 'balance', s\.balance::text/)),
  };
};

const one: Redeem = (ctx, input, { id: reward }, qty) =>
  redeemReward(ctx, { ...input, reward, qty, stamps: null });
const lines: Redeem = (ctx, { requestId, extraData: _, ...input }, { code }, count) => {
  const rewards = Array.from({ length: count }, () => ({ code, qty: 1, stamps: null, requestId }));
  return redeemMultipleRewards(ctx, { ...input, rewards });
};

describe.each([
  { name: "redeem-reward", redeem: one, processes: processesOf(redeemRewards) },
  { name: "redeem-multiple-rewards", redeem: lines, processes: processesOf(redeemManyRewards) },
])("$name", ({ redeem, processes }) => {
  async function setting() {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant, {}, { stamps: 10 });
    const input = { ...plain, user: customer.email, store: store.id };
    return { merchant, customer, input };
  }

  test.each([
    ["3 are done", "whole", 97],
    ["without the check others fail in the database", "anyStamps", undefined],
  ] as const)("100 calls of two processes for 10 stamps, 3 each: %s", async (_, which, refused) => {
    const { merchant, customer, input } = await setting();
    const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
    const names = [customer.email, customer.memberId];
    const both = twoProcesses(t).map(processes[which]);
    const answers = await together(both, 100, (writing, n) =>
      redeem(
        { ...t.as(merchant), writing },
        { ...input, user: names[(n >> 1) % 2] ?? "" },
        reward,
        1,
      ),
    );
    if (refused) expect(answers).toEqual({ done: 3, insufficient_stamps: refused });
    else expect(answers).toMatchObject({ done: 3, "23514": expect.any(Number) });
    const rows = await t.rows(merchant);
    expect(rows.get("memberships")?.get(String(customer.id))?.stamps).toBe(1);
    expect(rows.get("redemptions")?.size).toBe(3);
  });

  test.each([
    ["with one key issue their vouchers once", true, 1],
    ["without keys issue them each time", false, 2],
  ])("equal calls %s", async (_, isKeyed, times) => {
    const { merchant, input } = await setting();
    const { id: voucherTemplateId } = await t.given.template(merchant);
    const gift = await t.given.reward(merchant, { voucherTemplateId });
    const count = isKeyed ? 20 : 2;
    const answers = await together(twoProcesses(t), count, (writing) => {
      const ctx = isKeyed ? t.keyed(merchant, "k") : t.as(merchant);
      return redeem({ ...ctx, writing }, input, gift, 2);
    });
    expect(answers).toEqual({ done: count });
    const rows = await t.rows(merchant);
    expect(rows.get("redemptions")?.size).toBe(times);
    expect(rows.get("vouchers")?.size).toBe(2 * times);
  });

  test.each([
    ["is returned as it is afterwards", "whole", { stamps: 11, balance: "7.50" }],
    [
      "is returned as it was, if the statement returns nothing from the locked row",
      "stale",
      { stamps: 10, balance: "0.00" },
    ],
  ] as const)("a membership that changes while the call waits %s", async (_, which, expected) => {
    const { merchant, input } = await setting();
    const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
    const change = rowsOf("memberships", "stamps = stamps + 4, balance = 7.50");
    const writing = processes[which](twoProcesses(t)[0]);
    const call = () => redeem({ ...t.as(merchant), writing }, input, reward, 1);
    expect((await whileItWaits(t, merchant.id, change, call)).membership).toMatchObject(expected);
  });

  test.each([
    ["issues the new one", "whole", "after"],
    ["issues the old one, without the condition", "anyTemplate", "before"],
  ] as const)(
    "a reward whose voucher is exchanged between the two statements %s",
    async (_, which, expected) => {
      const { merchant, input } = await setting();
      const templates = {
        before: (await t.given.template(merchant)).id,
        after: (await t.given.template(merchant)).id,
      };
      const gift = await t.given.reward(merchant, { voucherTemplateId: templates.before });
      const writing = changing(processes[which](twoProcesses(t)[0]), () =>
        t.db.execute(`update rewards set voucher_template_id = ${templates.after}
        where merchant_id = ${merchant.id} and id = ${gift.id}`),
      );
      await redeem({ ...t.as(merchant), writing }, input, gift, 1);
      const vouchers = [...((await t.rows(merchant)).get("vouchers")?.values() ?? [])];
      expect(vouchers.map(({ voucherTemplateId }) => voucherTemplateId)).toEqual([
        templates[expected],
      ]);
    },
  );
});
