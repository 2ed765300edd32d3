import type { Refusal } from "@stampbook/core/failures";
import { z } from "zod";

/** Why a redemption would be refused now: the refusal's code and text. Null if it would not be refused. */
export const Reason = z.object({ error_code: z.string(), error_message: z.string() }).nullable();

export function presentReason(reason: Refusal | null): z.input<typeof Reason> {
  return reason && { error_code: reason.code, error_message: reason.message };
}
