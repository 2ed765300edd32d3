import type { Model } from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth } from "./visit.ts";
import type { Real } from "./world.ts";

export function addAward(model: Model, real: Real, draw: Draw): Step {
  const member = nth(model.members, draw.member);
  const store = draw.flag ? nth(real.stores, draw.store).id : null;
  const { qty: stamps } = draw;
  const input = { user: member.email, store, stamps, notes: null, expiresOn: null };
  return step({
    operation: "addAward",
    input,
    predict: () => null,
    call: (ctx) => real.verbs.addAward(ctx, input),
    apply: (now, { award, membership }) => {
      member.stamps += stamps;
      now.awards.push({ id: award.id, member, stamps, isCanceled: false });
      agree("the award", [award.stamps, award.status], [stamps, "Created"]);
      agree("stamps left", membership.stamps, member.stamps);
    },
  });
}

/** Cancels an award, sometimes with a wrong member. Null if there is no award. */
export function cancelAward(model: Model, real: Real, draw: Draw): Step | null {
  if (!model.awards.length) return null;
  const award = nth(model.awards, draw.thing);
  const member = draw.qty === 3 ? nth(model.members, draw.member) : award.member;
  const input = { user: member.id, award: award.id };
  return step({
    operation: "cancelAward",
    input,
    predict: () => {
      if (member !== award.member) return "award_not_found";
      const hasSpent = !award.isCanceled && member.stamps < award.stamps;
      return hasSpent ? "insufficient_stamps" : null;
    },
    call: (ctx) => real.verbs.cancelAward(ctx, input),
    apply: (_, { award: told, membership }) => {
      if (!award.isCanceled) member.stamps -= award.stamps;
      award.isCanceled = true;
      agree("the award", [told.id, told.stamps, told.status], [award.id, award.stamps, "Canceled"]);
      agree("stamps left", membership.stamps, member.stamps);
    },
  });
}

export function deductStamps(model: Model, real: Real, draw: Draw): Step {
  const member = nth(model.members, draw.member);
  const stamps = draw.amount + 1;
  const input = { user: member.email, stamps, notes: "a test" };
  return step({
    operation: "deductStamps",
    input,
    predict: () => (member.stamps < stamps ? "insufficient_stamps" : null),
    call: (ctx) => real.verbs.deductStamps(ctx, input),
    apply: (_, { deduction, membership }) => {
      member.stamps -= stamps;
      agree("the deduction", deduction.stamps, stamps);
      agree("stamps left", membership.stamps, member.stamps);
    },
  });
}
