import type { Refusal } from "@stampbook/core/failures";
import { z } from "zod";

/** Why a redemption would be refused now: the refusal's code and text. Null if it would not be refused. */
export const Reason = z
  .object({
    error_code: z.string().describe("The code of the refusal."),
    error_message: z.string().describe("The text of the refusal."),
  })
  .meta({ id: "Reason", description: "Why it cannot be redeemed." })
  .nullable()
  .describe("Why it would be refused now. Null if it would not, or if that was not asked.");

export const isRedeemable = z.boolean().describe("Whether it would be accepted now.");

export function presentReason(reason: Refusal | null): z.input<typeof Reason> {
  return reason && { error_code: reason.code, error_message: reason.message };
}
