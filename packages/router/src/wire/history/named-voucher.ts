import type { KnownCaller } from "@stampbook/core/context";
import { showCodes } from "@stampbook/core/vouchers";
import { z } from "zod";
import { codeIfSeen, isActive } from "../redemptions/voucher-parts.ts";
import { idOf } from "../shown.ts";

/** A voucher that a redemption or a sale issued, or that replaces another. */
export const NamedVoucher = z
  .object({
    id: idOf("the voucher"),
    code: codeIfSeen,
    name: z.string().describe("The name of the voucher."),
    is_active: isActive,
    is_redeemed: z.boolean().describe("Whether it was redeemed."),
  })
  .meta({ id: "VoucherNamed", description: "A voucher that was issued." });

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
