import type { Refusal } from "@stampbook/core/failures";
import { z } from "zod";

/** Why something cannot be redeemed now: the code and the text with which redeeming it is refused. */
export const Reason = z.object({ error_code: z.string(), error_message: z.string() }).nullable();

export function presentReason(reason: Refusal | null): z.input<typeof Reason> {
  return reason && { error_code: reason.code, error_message: reason.message };
}
