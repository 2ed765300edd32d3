import { schema } from "@stampbook/db";
import { and, asc, eq } from "drizzle-orm";
import {
  type Model,
  type Reward,
  type Store,
  spendAuthorization,
  today,
  unauthorized,
  unavailable,
  type Voucher,
} from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth, visit } from "./visit.ts";
import type { Real } from "./world.ts";

/** The stamps in the request; null if the drawn flag is true. */
const priceOf = (draw: Draw) => (draw.flag ? null : draw.amount);
const costOf = (reward: Reward, qty: number, stamps: number | null) =>
  reward.cost === null ? (stamps ?? 0) : reward.cost * qty;

const lineOf = (line: number, reward: Reward, qty: number, stamps: number | null) => {
  const isFlexible = reward.cost === null;
  return { line, qty, left: qty, stamps: costOf(reward, qty, stamps), isFlexible };
};

function refused(model: Model, reward: Reward, store: Store, stamps: number | null) {
  if (unavailable(model, reward, store)) return "reward_not_available" as const;
  return reward.cost === null && !stamps ? ("required" as const) : null;
}

/**
 * Reads the vouchers that a redemption issued. Returns them with the values and days that the model expects.
 */
async function issuedBy(
  model: Model,
  real: Real,
  redemptionId: number,
  store: Store,
  owner: number,
): Promise<Voucher[]> {
  const { vouchers } = schema;
  const rows = await real.harness.db
    .select()
    .from(vouchers)
    .where(
      and(
        eq(vouchers.merchantId, real.merchant.id),
        eq(vouchers.issuedByRedemptionId, redemptionId),
      ),
    )
    .orderBy(asc(vouchers.id));
  return rows.map(({ id, code, voucherTemplateId, issuedByLine: line }) => {
    const template = model.rewards.find(
      (each) => each.template?.id === voucherTemplateId,
    )?.template;
    if (!template) throw new Error(`voucher ${id} is of a template that no reward carries`);
    const from = today(model, store);
    const { value, isDynamic, validityDays } = template;
    return {
      id,
      code,
      template,
      owner,
      value,
      left: isDynamic ? value : null,
      isSpent: false,
      isActive: true,
      from,
      through: validityDays === null ? null : from + validityDays,
      line,
    };
  });
}

export function redeemReward(model: Model, real: Real, draw: Draw): Step {
  const { member, store, requestId, input } = visit(model, real, draw);
  const reward = nth(model.rewards, draw.thing);
  const { qty } = draw;
  const stamps = priceOf(draw);
  const cost = costOf(reward, qty, stamps);
  const whole = { ...input, reward: reward.id, qty, stamps };
  return step({
    operation: "redeemReward",
    input: whole,
    predict: (now) =>
      refused(now, reward, store, stamps) ??
      unauthorized(now, member, requestId) ??
      (member.stamps < cost ? "insufficient_stamps" : null),
    call: (ctx) => real.verbs.redeemReward(ctx, whole),
    apply: async (now, { redemption, membership }) => {
      member.stamps -= cost;
      spendAuthorization(now, member, requestId);
      agree("stamps left", membership.stamps, member.stamps);
      const issued = await issuedBy(now, real, redemption.id, store, member.id);
      agree("vouchers issued", issued.length, reward.template ? qty : 0);
      now.vouchers.push(...issued);
      now.redemptions.push({
        id: redemption.id,
        member,
        store,
        stamps: cost,
        lines: [lineOf(1, reward, qty, stamps)],
        issued,
        madeOn: today(now, store),
        invoiceNumber: null,
        isCanceled: false,
      });
    },
  });
}

/** Redeems two or three lines. The first line redeems the drawn reward. */
export function redeemMultipleRewards(model: Model, real: Real, draw: Draw): Step {
  const { member, store, requestId, input } = visit(model, real, draw);
  const lines = Array.from({ length: 2 + (draw.thing % 2) }, (_, at) => {
    const reward = nth(model.rewards, draw.thing + at);
    const stamps = priceOf(draw);
    // the third line may name another request
    const own = at === 2 && requestId ? `request-${draw.member}` : requestId;
    return { reward, qty: draw.qty, stamps, requestId: own };
  });
  const cost = lines.reduce((sum, { reward, qty, stamps }) => sum + costOf(reward, qty, stamps), 0);
  const rewards = lines.map(({ reward, ...line }) => ({ ...line, code: reward.code }));
  const whole = { ...input, rewards };
  return step({
    operation: "redeemMultipleRewards",
    input: whole,
    predict: (now) => {
      const codes = [
        ...lines.map(({ reward, stamps }) => refused(now, reward, store, stamps)),
        ...lines.map((line) => unauthorized(now, member, line.requestId)),
      ];
      return (
        codes.find((code) => code !== null) ?? (member.stamps < cost ? "insufficient_stamps" : null)
      );
    },
    call: (ctx) => real.verbs.redeemMultipleRewards(ctx, whole),
    apply: async (now, { redemption, membership }) => {
      member.stamps -= cost;
      for (const line of lines) spendAuthorization(now, member, line.requestId);
      agree("stamps left", membership.stamps, member.stamps);
      const issued = await issuedBy(now, real, redemption.id, store, member.id);
      const carried = lines.reduce((sum, { reward, qty }) => sum + (reward.template ? qty : 0), 0);
      agree("vouchers issued", issued.length, carried);
      now.vouchers.push(...issued);
      now.redemptions.push({
        id: redemption.id,
        member,
        store,
        stamps: cost,
        lines: lines.map(({ reward, qty, stamps }, at) => lineOf(at + 1, reward, qty, stamps)),
        issued,
        madeOn: today(now, store),
        invoiceNumber: null,
        isCanceled: false,
      });
    },
  });
}
