import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Customer, Membership } from "../../people/customers/index.ts";
import { type Line, type LineRedeemed, linesOfVisit } from "./lines-of-visit.ts";
import { refuseRepeats } from "./refuse-repeats.ts";
import type { VisitInput, VisitRedemption } from "./types.ts";
import { redeemedBefore, refusalOfLine } from "./visit.rules.ts";
import { freeAuthorization } from "./visit.sql.ts";

/**
 * The redemptions of the lines, and the membership after them. `membership` is null if there are no lines.
 */
type LinesRedeemed = {
  readonly redemptions: readonly VisitRedemption[];
  readonly membership: Membership | null;
};

/**
 * Redeems each line of a visit with the operation of its kind, in the visit's transaction. Lines with the
 * same request id share one PIN authorization. A refusal names the line, and its field is the line's list.
 */
export async function redeemLines(
  ctx: CoreContext,
  input: VisitInput,
  customer: Customer,
): Promise<LinesRedeemed> {
  const lines = linesOfVisit(input, customer);
  const spenders = new Map<string, number>();
  const redemptions = new Map<Line, VisitRedemption>();
  let membership: Membership | null = null;
  // sorted, so that two visits lock the rows that they share in the same order
  for (const line of lines.toSorted(byOrder)) {
    const { requestId } = line;
    const spender = requestId === null ? undefined : spenders.get(requestId);
    if (spender !== undefined) await freeAuthorization(ctx, spender);
    const { redeemed, shown } = await redeemLine(ctx, line);
    if (requestId !== null) spenders.set(requestId, redeemed.redemption.id);
    redemptions.set(line, shown);
    ({ membership } = redeemed);
  }
  return { redemptions: lines.map((line) => redemptions.get(line) as VisitRedemption), membership };
}

function byOrder(one: Line, other: Line): number {
  if (one.order === other.order) return 0;
  return one.order < other.order ? -1 : 1;
}

/** Redeems a line. Throws its refusal with the line's list and place. */
async function redeemLine(ctx: CoreContext, { list, index, redeem }: Line): Promise<LineRedeemed> {
  try {
    return await refuseRepeats(ctx, redeem, () => redeemedBefore);
  } catch (error) {
    if (error instanceof Failure) throw new Failure(refusalOfLine(error.refusal, list, index));
    throw error;
  }
}
