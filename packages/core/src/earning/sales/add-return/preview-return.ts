import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, type Reason, type Refusal, reasonOf } from "../../../foundation/failures.ts";
import { type HeldVoucherListed, withdrawnOf } from "../../../holding/vouchers/index.ts";
import { showCustomers } from "../../../people/customers/index.ts";
import { previewCancel } from "../../../spending/redeeming/index.ts";
import { selectRelatedRedemptions } from "../cancel-sale/related-redemptions.sql.ts";
import { checkVoucher } from "./issue-voucher.ts";
import { judgeReturn } from "./judge-return.ts";
import { nameReturn } from "./name-return.ts";
import { redemptionsToUndo } from "./spent-vouchers.rules.ts";
import { selectSpentVouchers } from "./spent-vouchers.sql.ts";
import type { ReturnAdded, ReturnInput } from "./types.ts";

/** What a return would do now. Customer and membership are as they are. */
export type ReturnPreview = ReturnAdded & {
  /** Whether the caller may see who the customer is. */
  readonly isCustomerShown: boolean;
  /** The vouchers that were spent with the sale, to which value can go back. */
  readonly returnableVouchers: readonly HeldVoucherListed[];
  /** Why the return would be refused for what the customer has; null if it would not. */
  readonly refusal: Reason | null;
};

/**
 * Returns what a return would do now, by the checks and the computing of the return. A refusal for what the
 * customer has is returned, others are thrown; see `addReturn`. Staff need not give a reason yet. Counts the
 * customer as shown. Writes nothing else. Interface 3, T12.
 */
export async function previewReturn(ctx: CoreContext, input: ReturnInput): Promise<ReturnPreview> {
  const named = await nameReturn(ctx, input);
  const alone = await judgeReturn(ctx, named);
  const { sale, customer, membership } = alone;
  if (!sale) throw new TypeError("the sale was checked");
  const spent = await selectSpentVouchers(ctx, named.transaction);
  const undone = alone.isSame ? { ids: [] } : await toUndo(ctx, input, named.transaction, spent);
  if (!alone.isSame) await checkVoucher(ctx, input, alone);
  const { comesBack, refusal } = await canceledBefore(ctx, undone.ids);
  const judged = comesBack > 0 ? await judgeReturn(ctx, named, comesBack) : alone;
  const [shown] = await showCustomers(ctx, [{ customer }]);
  return {
    ...{ returned: judged.returned, sale, customer, membership },
    withdrawn: withdrawnOf(judged.returned.issued ?? [], false),
    isCustomerShown: shown?.customer?.name != null,
    returnableVouchers: spent.map(({ voucher }) => voucher),
    refusal: reasonOf(refusal ?? judged.short),
  };
}

/** The ids of the redemptions that the return would cancel. Throws `invalid_voucher`. */
async function toUndo(
  ctx: CoreContext,
  { vouchers, cancelsRedemptions }: ReturnInput,
  transaction: number,
  spent: Parameters<typeof redemptionsToUndo>[0],
) {
  const chosen = redemptionsToUndo(spent, vouchers);
  if ("refusal" in chosen) throw new Failure(chosen.refusal);
  const ids = new Set(chosen.redemptions.map(({ redemptionId }) => redemptionId));
  if (cancelsRedemptions)
    for (const { id } of await selectRelatedRedemptions(ctx, transaction)) ids.add(id);
  return { ids: [...ids] };
}

/** The stamps that the cancels give back, and the first refusal of one. */
async function canceledBefore(ctx: CoreContext, ids: readonly number[]) {
  let comesBack = 0;
  let refusal: Pick<Refusal, "code" | "message"> | null = null;
  for (const id of ids) {
    const effects = await previewCancel(ctx, id);
    refusal ??= effects.refusal;
    comesBack += effects.stampsBack;
  }
  return { comesBack, refusal };
}
