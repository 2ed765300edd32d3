import { json } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { kept } from "../../../foundation/writing/index.ts";
import { issue, issueVouchers, type Voucher } from "../../../holding/vouchers/index.ts";
import {
  authorization,
  member,
  merchant,
  redemption,
  reward,
  store,
  template,
} from "../../../machinery/facts/index.ts";
import { operation, send } from "../../../machinery/kernel/index.ts";
import type { Customer, Membership } from "../../../people/customers/index.ts";
import { codeKeyOf } from "../../../running/merchants/index.ts";
import { redeemed } from "../redeemed.rules.ts";
import type { ExtraData, RedeemInput, Reward, RewardRedeemed } from "../types.ts";
import { byIdOrCode } from "./by-id-or-code.ts";

/** Redeems a reward for the customer's stamps, and issues its vouchers. */
export const redeemRewards = operation({
  name: "redemptions.redeemReward",
  statement: "redeem_rewards",
  call: {},
  sees: [
    merchant.found,
    store.found,
    member.found,
    authorization.found,
    reward.found,
    redemption.found,
  ],
  checks: [
    store.checks,
    member.checks,
    { rewardExists: reward.exists },
    reward.isAvailable,
    { stampsAreGiven: reward.stampsAreGiven },
    authorization.checks,
    { stampsAreHeld: reward.stampsAreHeld },
  ],
  settles: member.expiry,
  completes: {
    lacks: reward.lacksVouchers,
    // makes vouchers only now: few rewards issue any, and unused vouchers would use up ids
    complete: async (ctx, call, { store, template: seen }) => {
      const voucherTemplate = seen?.id ?? null;
      if (!store || call.voucherTemplate === voucherTemplate) return null;
      const vouchers = seen && (await issueVouchers(ctx, seen, call.qty, store.today));
      return { ...call, voucherTemplate, vouchers };
    },
  },
  once: ["customerId"],
  locks: [authorization.locked, member.locked, member.customerLocked, template.lockedIfAny],
  derivedKey: redemption.invoiceKey(
    sql`rw.id, c.qty, case when rw.kind = 'flexible' then c.stamps end`,
  ),
  mayHaveKey: redemption.mayHaveKey,
  change: reward.charge,
  writes: {
    redeemed: redemption.insert("reward", sql`s.cost`),
    authorized: authorization.spend,
    line: reward.line,
    entry: reward.entries,
  },
  arms: sql.raw(issue("calls", "changed")),
  frame: json({
    saving: json({
      redemptionId: sql<number>`s.redemption`,
      name: sql<string>`s.name`,
      extraData: sql<ExtraData | null>`c.extra_data`,
      cost: sql<number>`s.cost`,
      vouchers: sql<readonly Voucher[]>`coalesce(c.vouchers, '[]')`,
    }),
    customer: sql`b.customer` as SQL<Customer>,
    membership: sql`b.membership` as SQL<Membership>,
    reward: sql`b.reward` as SQL<Reward>,
  }),
  changed: json({ stamps: sql<number>`s.stamps`, balance: sql<string>`s.balance::text` }),
});

/** The outcome of a call or of its replay. */
export const keptReward = kept(redeemRewards, ({ frame, changed }): RewardRedeemed => {
  const { vouchers } = frame.saving;
  const voucher = vouchers[0] ?? null;
  return { ...redeemed(frame, changed), reward: frame.reward, vouchers, voucher };
});

/** `stamps` is the price of a flexible reward, and is ignored for a fixed reward. `qty` is 1 to 100. */
export type RedeemRewardInput = RedeemInput & {
  readonly reward: number;
  readonly qty: number;
  readonly stamps: number | null;
};

type NamedReward = Omit<RedeemRewardInput, "reward"> & { readonly reward: number | string };
/** The values that one call sends, without its idempotency key. */
export type RewardCall = Parameters<typeof redeemRewards.refuse>[1];

const how = {
  /** Calls that name a customer in different ways may be in one batch. Then only the first is done at once. */
  subjects: ({ email, memberId }: RewardCall) => [`customer ${email ?? memberId}`],
  weight: ({ voucherTemplate, qty }: RewardCall) => (voucherTemplate === null ? 0 : qty),
};

/**
 * Redeems a reward for a customer's stamps. If the reward issues a voucher, issues `qty` of these vouchers. A
 * string `reward` is a code. A number is an id, or a code with these digits if no reward has the id. Throws
 * the refusals of a redemption in docs/limits.md. Interface R1; interface 2, section 2.
 */
export async function redeemReward(ctx: CoreContext, input: NamedReward): Promise<RewardRedeemed> {
  const { qty, stamps } = input;
  const common = { ...(await redemption.callOf(ctx, input)), qty, stamps };
  const call = { ...common, reward: null, rewardCode: null, voucherTemplate: null, vouchers: null };
  const done = await byIdOrCode(input.reward, "invalid_reward", {
    byId: (id) => {
      const named = { recordedAs: `reward ${id}`, quiet: ["rewardExists"] } as const;
      return send(ctx, redeemRewards, { ...call, reward: id }, { ...how, ...named });
    },
    byCode: (code) =>
      send(
        ctx,
        redeemRewards,
        { ...call, rewardCode: codeKeyOf(code) },
        {
          ...how,
          // the quotes show that digits are an unknown code, and not an id
          recordedAs: ({ reward }) => (reward ? `reward ${reward.id}` : `reward "${code}"`),
        },
      ),
  });
  return keptReward.read(done);
}
