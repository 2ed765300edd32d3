import { addAward, cancelAward, deductStamps } from "@stampbook/core/awards";
import type { Harness } from "@stampbook/core/testing";
import type { Repeatable } from "./lose-answers.ts";

/** Makes a member with 5 stamps, and the input of an award of 3 stamps. */
async function member({ given }: Harness) {
  const merchant = await given.merchant();
  const { email: user } = await given.customer(merchant, {}, { stamps: 5 });
  return { merchant, user, gift: { user, store: null, stamps: 3, notes: null, expiresOn: null } };
}

const adding: Repeatable = {
  name: "stamps.add",
  changes: "stampAwards",
  prepare: async (harness) => {
    const { merchant, gift } = await member(harness);
    return { merchant, call: (ctx) => addAward(ctx, gift) };
  },
};

const deducting: Repeatable = {
  name: "stamps.deduct",
  changes: "stampDeductions",
  prepare: async (harness) => {
    const { merchant, user } = await member(harness);
    const input = { user, stamps: 1, notes: "a test" };
    return { merchant, call: (ctx) => deductStamps(ctx, input) };
  },
};

/** Cancels an award. Safe to repeat even without an idempotency key. */
export const cancelingOfAwards: Repeatable = {
  name: "stamps.cancel",
  changes: "stampAwards",
  prepare: async (harness) => {
    const { merchant, user, gift } = await member(harness);
    const { award } = await addAward(harness.as(merchant), gift);
    return { merchant, call: (ctx) => cancelAward(ctx, { user, award: award.id }) };
  },
};

/** Operations that take effect again if they are repeated without an idempotency key. */
export const awardingOperations: readonly Repeatable[] = [adding, deducting];
