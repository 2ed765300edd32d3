import type { KnownCaller } from "@stampbook/core/context";
import { showCodes } from "@stampbook/core/vouchers";
import { z } from "zod";

/** The code of a voucher. */
export const codeIfSeen = z
  .string()
  .optional()
  .meta({ description: "Absent for vouchers if the token lacks the scope `vouchers`." });

/** A voucher that a redemption or a sale issued, or that replaces another. */
export const NamedVoucher = z.object({
  id: z.int(),
  code: codeIfSeen,
  name: z.string(),
  is_active: z.boolean(),
  is_redeemed: z.boolean(),
});

type Named = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly isRedeemed: boolean;
};

export function presentNamedVouchers(
  vouchers: readonly Named[],
  caller: KnownCaller,
): z.input<typeof NamedVoucher>[] {
  return showCodes(vouchers, caller).map(({ id, code, name, isActive, isRedeemed }) => ({
    id,
    ...(code === null ? {} : { code }),
    name,
    is_active: isActive,
    is_redeemed: isRedeemed,
  }));
}
