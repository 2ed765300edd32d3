import type { Redemption as DomainRedemption } from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataOrNull } from "../extra-data.ts";

/**
 * A redemption as most responses show it. `reward` is a name: the reward's, the voucher's or the promo
 * code's.
 */
export const Redemption = z.object({
  id: z.int(),
  reward: z.string(),
  stamps_used: z.int(),
  extra_data: ExtraDataOrNull,
});

export function presentRedemption(redemption: DomainRedemption): z.input<typeof Redemption> {
  return {
    id: redemption.id,
    reward: redemption.name,
    stamps_used: redemption.stampsUsed,
    extra_data: redemption.extraData,
  };
}

/** A redemption's id and status, in the answers of `by-voucher-code` and `vouchers/redeem`. */
export const RedemptionState = z.object({ id: z.int(), status: z.enum(["Created", "Canceled"]) });

export function presentRedemptionState({
  id,
  status,
}: DomainRedemption): z.input<typeof RedemptionState> {
  return { id, status };
}

/** A redemption in the answer of `cancel`. `stamps_returned` is what the customer got back. */
export const CanceledRedemption = Redemption.extend({
  status: RedemptionState.shape.status,
  stamps_returned: z.int(),
});

export function presentCanceledRedemption(
  redemption: DomainRedemption,
): z.input<typeof CanceledRedemption> {
  const { status, stampsUsed } = redemption;
  return {
    ...presentRedemption(redemption),
    status,
    stamps_returned: status === "Canceled" ? stampsUsed : 0,
  };
}
