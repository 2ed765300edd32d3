import { recordRefusal } from "../../audit/index.ts";
import { actorOf, type CoreContext } from "../../context.ts";
import { issueVouchers } from "../../vouchers/index.ts";
import { again, keyOf } from "../../writing/index.ts";
import { placeOf } from "../lookups.sql.ts";
import type { RewardRedeemed } from "../types.ts";
import {
  type RedeemRewardInput,
  type RewardSeen,
  redeemedReward,
  refuseReward,
} from "./redeem-reward.rules.ts";
import { operation, type RewardCall, redeemRewards } from "./redeem-reward.sql.ts";

/**
 * Redeems a reward for a customer's stamps, and issues `qty` of the voucher that it carries. Throws what
 * decisions, section 2, lists for store, user, reward, request_id and stamps. Interface R1.
 */
export async function redeemReward(
  ctx: CoreContext,
  input: RedeemRewardInput,
): Promise<RewardRedeemed> {
  const { caller } = ctx;
  const { reward, qty, stamps, channel, invoiceNumber, extraData, requestId } = input;
  const call: RewardCall = {
    ...placeOf(caller, input),
    redemption: await ctx.ids.take(caller.merchant.id, "redemptions"),
    ...{ reward, qty, stamps, channel, invoiceNumber, extraData, requestId },
    voucherTemplate: null,
    vouchers: null,
    actor: actorOf(caller),
    ...keyOf(ctx),
  };
  const done = await again(ctx, {
    operation: { name: operation, statement: redeemRewards, subjects, weight },
    call,
    complete: (sent, seen) => complete(ctx, sent, seen),
    refuse: (seen) => refuseReward(seen, caller, input),
    record: ({ store, customer }, refusal) =>
      recordRefusal(
        ctx,
        {
          operation,
          subject: `reward ${reward}`,
          storeId: store?.id ?? null,
          customerId: customer?.id ?? null,
        },
        refusal,
      ),
  });
  return redeemedReward(done);
}

/** By the name that the request uses. The statement notices two names of one customer. */
const subjects = ({ email, memberId }: RewardCall) => [`customer ${email ?? memberId}`];

const weight = ({ voucherTemplate, qty }: RewardCall) => (voucherTemplate === null ? 0 : qty);

/** Adds the vouchers that the seen reward issues; returns null if the call has them. */
async function complete(
  ctx: CoreContext,
  call: RewardCall,
  { store, template }: RewardSeen,
): Promise<RewardCall | null> {
  const voucherTemplate = template?.id ?? null;
  if (!store || call.voucherTemplate === voucherTemplate) return null;
  // made on demand: few rewards carry a voucher, and codes made in vain would use up ids
  const vouchers = template && (await issueVouchers(ctx, template, call.qty, store.today));
  return { ...call, voucherTemplate, vouchers };
}
