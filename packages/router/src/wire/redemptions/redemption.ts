import type {
  LineState as DomainLineState,
  Redemption as DomainRedemption,
} from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataOrNull } from "../extra-data.ts";
import { idOf } from "../shown.ts";

export const stampsUsed = z.int().describe("The stamps that it cost.");
export const qtyRedeemed = z.int().describe("How many were redeemed.");
export const requestIdShown = z
  .string()
  .nullable()
  .describe("The request that the customer's PIN authorized. Null if none was sent.");

/** A redemption as most responses show it. */
export const Redemption = z
  .object({
    id: idOf("the redemption"),
    reward: z.string().describe("The name of the reward, the voucher or the promo code."),
    stamps_used: stampsUsed,
    extra_data: ExtraDataOrNull.describe("The caller's own data, as it was sent."),
  })
  .meta({ id: "RedemptionBrief", description: "A redemption in short." });

export function presentRedemption(redemption: DomainRedemption): z.input<typeof Redemption> {
  return {
    id: redemption.id,
    reward: redemption.name,
    stamps_used: redemption.stampsUsed,
    extra_data: redemption.extraData,
  };
}

/** A redemption's id and status, in the answers of `by-voucher-code` and `vouchers/redeem`. */
export const RedemptionState = z
  .object({
    id: idOf("the redemption"),
    status: z.enum(["Created", "Canceled"]).describe("Whether it was canceled."),
  })
  .meta({ id: "RedemptionState", description: "A redemption and its state." });

export function presentRedemptionState({
  id,
  status,
}: DomainRedemption): z.input<typeof RedemptionState> {
  return { id, status };
}

/** A redemption in the answer of `cancel`. */
export const CanceledRedemption = Redemption.extend({
  status: RedemptionState.shape.status,
  stamps_returned: z.int().describe("The stamps that the customer got back."),
}).meta({ id: "RedemptionCanceled", description: "A redemption, and what its cancel gave back." });

export function presentCanceledRedemption(
  redemption: DomainRedemption & { readonly stampsReturned: number },
): z.input<typeof CanceledRedemption> {
  const { status, stampsReturned } = redemption;
  return { ...presentRedemption(redemption), status, stamps_returned: stampsReturned };
}

/** A line of a redemption, and how much of it is canceled. */
export const LineState = z
  .object({
    line: z.int().describe("The number of the line, from 1."),
    qty: qtyRedeemed,
    canceled_qty: z.int().describe("How many of them were canceled."),
    status: RedemptionState.shape.status,
  })
  .meta({ id: "RedemptionLineState", description: "How much of a line is canceled." });

export const presentLineState = ({
  line,
  qty,
  canceledQty,
}: DomainLineState): z.input<typeof LineState> => ({
  line,
  qty,
  canceled_qty: canceledQty,
  status: canceledQty === qty ? "Canceled" : "Created",
});
