import { recordSeen } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { expireIfDue } from "../../stamps/index.ts";
import { issueVouchers } from "../../vouchers/index.ts";
import { again } from "../../writing/index.ts";
import { redemptionCall } from "../call.sql.ts";
import type { RewardsRedeemed } from "../types.ts";
import { linesOf } from "./lines.sql.ts";
import {
  type RedeemMultipleRewardsInput,
  type RewardsSeen,
  refuseRewards,
  rewardsOutcome,
} from "./redeem-multiple-rewards.rules.ts";
import { operation, type RewardsCall, redeemManyRewards } from "./redeem-multiple-rewards.sql.ts";

/** The maximum length of the list of codes in a recorded refusal, in characters. */
const SUBJECT_LENGTH = 200;

/**
 * Redeems several rewards at once for one total of stamps: all lines or none. Throws the refusals of a
 * redemption in docs/limits.md. A refusal of a line names the line. Interface R8.
 */
export async function redeemMultipleRewards(
  ctx: CoreContext,
  input: RedeemMultipleRewardsInput,
): Promise<RewardsRedeemed> {
  const { caller } = ctx;
  const { rewards } = input;
  const codes = rewards.map(({ code }) => code).join(", ");
  const call: RewardsCall = {
    ...(await redemptionCall(ctx, input)),
    lines: linesOf(rewards),
  };
  const done = await again(ctx, {
    operation: { name: operation, statement: redeemManyRewards, subjects, weight },
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    complete: (sent, seen) => complete(ctx, sent, seen),
    refuse: (seen) => refuseRewards(seen, caller, input),
    record: (seen, refusal) =>
      recordSeen(
        ctx,
        { operation, subject: `rewards ${codes.slice(0, SUBJECT_LENGTH)}` },
        seen,
        refusal,
      ),
  });
  return rewardsOutcome(done);
}

/**
 * The customer, as the request names them: calls of one customer are not sent at the same time. But two calls
 * that name the customer in different ways may be in one batch. The statement then does only the first call,
 * and the second call is sent again.
 */
const subjects = ({ email, memberId }: RewardsCall) => [`customer ${email ?? memberId}`];

const weight = ({ lines }: RewardsCall) =>
  lines.reduce((sum, { voucherTemplate, qty }) => sum + (voucherTemplate === null ? 0 : qty), 0);

/**
 * Returns the call with vouchers of the templates that its rewards have now. Null if the call was prepared
 * with these templates already, or if the store is unknown.
 */
async function complete(
  ctx: CoreContext,
  call: RewardsCall,
  { store, lines: seenLines }: RewardsSeen,
): Promise<RewardsCall | null> {
  const templateOf = (index: number) => seenLines[index]?.template ?? null;
  const hasAll = call.lines.every(
    ({ voucherTemplate }, index) => voucherTemplate === (templateOf(index)?.id ?? null),
  );
  if (!store || hasAll) return null;
  const lines = await Promise.all(
    call.lines.map(async (line, index) => {
      const template = templateOf(index);
      if (line.voucherTemplate === (template?.id ?? null)) return line;
      const vouchers = template && (await issueVouchers(ctx, template, line.qty, store.today));
      return { ...line, voucherTemplate: template?.id ?? null, vouchers };
    }),
  );
  return { ...call, lines };
}
