import { json } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { kept } from "../../../foundation/writing/index.ts";
import { issueVouchers, type VoucherTemplate } from "../../../holding/vouchers/index.ts";
import { member, merchant, redemption, reward, store } from "../../../machinery/facts/index.ts";
import { operation, send } from "../../../machinery/kernel/index.ts";
import type { Customer, Identifier, Membership } from "../../../people/customers/index.ts";
import type { StoreRef } from "../../../running/merchants/index.ts";
import { redeemed } from "../redeemed.rules.ts";
import type { RewardsRedeemed } from "../types.ts";
import * as lines from "./lines.sql.ts";

/** Redeems several rewards for one total of stamps, and issues their vouchers: all lines or none. */
export const redeemManyRewards = operation({
  name: "redemptions.redeemMultipleRewards",
  statement: "redeem_multiple_rewards",
  call: {},
  sees: [merchant.found, store.found, member.found, lines.found, redemption.found],
  checks: [store.checks, member.checks, lines.checks, { stampsAreHeld: reward.totalIsHeld }],
  settles: member.expiry,
  completes: {
    lacks: lines.lackVouchers,
    complete: async (ctx, call, { store, seenLines }) => {
      if (!store) return null;
      const templates = seenLines.map(({ template }) => template);
      const sent = lines.of(call);
      const made = await Promise.all(
        sent.map((line, index) => withVouchers(ctx, line, templates[index] ?? null, store.today)),
      );
      return made.every((line, index) => line === sent[index]) ? null : { ...call, lines: made };
    },
  },
  once: ["customerId"],
  locks: [lines.authorizationsLocked, member.locked, member.customerLocked, lines.templatesLocked],
  derivedKey: redemption.invoiceKey(lines.sorted),
  mayHaveKey: redemption.mayHaveKey,
  change: reward.charge,
  writes: {
    redeemed: redemption.insert("rewards", sql`s.cost`),
    authorized: lines.spendAuthorizations,
    line: lines.insert,
    entry: reward.entries,
  },
  arms: lines.issueVouchers,
  frame: json({
    saving: json({
      redemptionId: sql<number>`s.redemption`,
      name: sql<string>`s.name`,
      cost: sql<number>`s.cost`,
    }),
    customer: sql`b.customer` as SQL<Customer>,
    membership: sql`b.membership` as SQL<Membership>,
    lines: sql`s.lines` as SQL<RewardsRedeemed["lines"]>,
  }),
  changed: json({ stamps: sql<number>`s.stamps`, balance: sql<string>`s.balance::text` }),
});

/** The outcome of a call or of its replay. */
export const keptRewards = kept(
  redeemManyRewards,
  ({ frame, changed }): RewardsRedeemed => ({ ...redeemed(frame, changed), lines: frame.lines }),
);

/** The values that one call sends, without its idempotency key. */
export type RewardsCall = Parameters<typeof redeemManyRewards.refuse>[1];

/** `rewards` has 1 to 50 lines. */
export type RedeemMultipleRewardsInput = {
  readonly user: Identifier;
  readonly store: StoreRef;
  readonly rewards: readonly lines.RewardWish[];
  readonly invoiceNumber: string | null;
  readonly channel: number | null;
};

/**
 * Returns the line with vouchers of the template that its reward has now; the same line if it has them. They are
 * made only now: few rewards issue any, and unused vouchers would use up ids.
 */
async function withVouchers(
  ctx: CoreContext,
  line: lines.CallLine,
  template: VoucherTemplate | null,
  today: string,
): Promise<lines.CallLine> {
  const voucherTemplate = template?.id ?? null;
  if (line.voucherTemplate === voucherTemplate) return line;
  const vouchers = template && (await issueVouchers(ctx, template, line.qty, today));
  return { ...line, voucherTemplate, vouchers };
}

/** The maximum length of the list of codes in a recorded refusal, in characters. */
const SUBJECT_LENGTH = 200;

const how = {
  /** Calls that name a customer in different ways may be in one batch. Then only the first is done at once. */
  subjects: ({ email, memberId }: RewardsCall) => [`customer ${email ?? memberId}`],
  weight: (call: RewardsCall) =>
    lines
      .of(call)
      .reduce((sum, { voucherTemplate, qty }) => sum + (voucherTemplate === null ? 0 : qty), 0),
};

/**
 * Redeems several rewards at once for one total of stamps: all lines or none. Throws the refusals of a
 * redemption in docs/limits.md. A refusal of a line names the line. Interface R8.
 */
export async function redeemMultipleRewards(
  ctx: CoreContext,
  input: RedeemMultipleRewardsInput,
): Promise<RewardsRedeemed> {
  const { rewards, ...named } = input;
  const codes = rewards.map(({ code }) => code).join(", ");
  const call = {
    ...(await redemption.callOf(ctx, { ...named, extraData: null, requestId: null })),
    lines: lines.linesOf(rewards),
  };
  const recordedAs = `rewards ${codes.slice(0, SUBJECT_LENGTH)}`;
  return keptRewards.read(await send(ctx, redeemManyRewards, call, { ...how, recordedAs }));
}
