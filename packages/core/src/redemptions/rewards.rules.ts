import type { KnownCaller } from "../context.ts";
import { firstRefusal, type Refusal } from "../failures.ts";
import { type Authorization, checkAuthorization } from "./authorization.rules.ts";
import {
  type CatalogueReward,
  checkFlexibleStamps,
  checkReward,
  checkStamps,
  costOf,
} from "./reward.rules.ts";
import { type Entered, enter, type Scene, type Verdict } from "./scene.rules.ts";
import type { VoucherTemplate } from "./voucher.rules.ts";

/** One wished line of several rewards at once; `code` is a reward's code, or its id where no code matches. */
export type WishedReward = {
  readonly code: string | number;
  readonly qty: number;
  readonly stamps: number | null;
  readonly requestId: string | null;
};

/** What was found for one line. */
export type RewardLineScene = {
  readonly reward: CatalogueReward | null;
  readonly template: VoucherTemplate | null;
  readonly authorization: Authorization | null;
};

/** What the rules of redeem-multiple-rewards look at: a line's scene for each wish, in order. */
export type RewardsScene = Scene & { readonly lines: readonly RewardLineScene[] };

/** One line that may be redeemed. */
export type DecidedLine = {
  readonly wish: WishedReward;
  readonly reward: CatalogueReward;
  readonly template: VoucherTemplate | null;
  readonly cost: number;
};

/** All lines, with the one total that the membership holds enough for. */
export type DecidedRewards = Entered & {
  readonly lines: readonly DecidedLine[];
  readonly cost: number;
  /** Each authorization once, though lines may share it. */
  readonly authorizationIds: readonly number[];
};

/** The documented order over all lines: every reward, every authorization, then the stamps once. */
export function decideRewards(
  scene: RewardsScene,
  caller: KnownCaller,
  wishes: readonly WishedReward[],
  channel: number | null,
): Verdict<DecidedRewards> {
  const entered = enter(scene, caller);
  if ("refusal" in entered) return entered;
  const { store, membership } = entered.decided;
  const lines: DecidedLine[] = [];
  for (const [at, wish] of wishes.entries()) {
    const { reward = null, template = null } = scene.lines[at] ?? {};
    const refusal = checkReward(reward, { store, channel });
    if (refusal) return { refusal: inLine(at, refusal) };
    if (!reward) throw new TypeError("a checked reward is there");
    const unpriced = checkFlexibleStamps(reward, wish.stamps);
    if (unpriced) return { refusal: inLine(at, unpriced, "stamps") };
    lines.push({ wish, reward, template, cost: costOf(reward, wish.qty, wish.stamps) });
  }
  const cost = lines.reduce((sum, line) => sum + line.cost, 0);
  const refusal = firstRefusal(
    ...wishes.map((wish, at) => {
      const { needsAuthorization } = scene;
      const authorization = scene.lines[at]?.authorization ?? null;
      const unauthorized = checkAuthorization(
        { needsAuthorization, authorization },
        wish.requestId,
      );
      return unauthorized && inLine(at, unauthorized);
    }),
    checkStamps(membership.stamps, cost, false),
  );
  if (refusal) return { refusal };
  const authorizations = scene.needsAuthorization
    ? scene.lines.flatMap(({ authorization }) => (authorization ? [authorization.id] : []))
    : [];
  return {
    decided: { ...entered.decided, lines, cost, authorizationIds: [...new Set(authorizations)] },
  };
}

function inLine(at: number, refusal: Refusal, part?: string): Refusal {
  const where = part ? `Line ${at + 1}, ${part}` : `Line ${at + 1}`;
  return { ...refusal, message: `${where}: ${refusal.message}` };
}
