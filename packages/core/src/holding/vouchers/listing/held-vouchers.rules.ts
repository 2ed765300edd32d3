import { allows } from "../../../entering/access/tokens/token.rules.ts";
import type { KnownCaller } from "../../../foundation/context.ts";

/**
 * Returns whether lists show voucher codes to the caller: to staff, and to tokens with the scope `vouchers`.
 * Codes are secret, because a code is enough to redeem a voucher. Interface 2, section 1.
 */
export function canSeeVoucherCodes(caller: KnownCaller): boolean {
  return caller.kind === "staff" || allows(caller.scopes, "vouchers");
}

/** Returns the vouchers. Their codes are null if the caller may not see codes. */
export function showCodes<Listed extends { readonly code: string }>(
  vouchers: readonly Listed[],
  caller: KnownCaller,
): readonly (Omit<Listed, "code"> & { readonly code: string | null })[] {
  return canSeeVoucherCodes(caller)
    ? vouchers
    : vouchers.map((voucher) => ({ ...voucher, code: null }));
}
