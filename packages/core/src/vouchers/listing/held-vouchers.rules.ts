import { allows } from "../../access/tokens/token.rules.ts";
import type { KnownCaller } from "../../context.ts";

/**
 * Whether lists show the caller the codes of vouchers: staff, and tokens with the scope `vouchers`. A code
 * must stay secret, because a voucher can be redeemed with it. Interface 2, section 1.
 */
export function canSeeVoucherCodes(caller: KnownCaller): boolean {
  return caller.kind === "staff" || allows(caller.scopes, "vouchers");
}

/** The vouchers as a list shows them to the caller: with the code null if the caller may not see it. */
export function showCodes<Listed extends { readonly code: string }>(
  vouchers: readonly Listed[],
  caller: KnownCaller,
): readonly (Omit<Listed, "code"> & { readonly code: string | null })[] {
  return canSeeVoucherCodes(caller)
    ? vouchers
    : vouchers.map((voucher) => ({ ...voucher, code: null }));
}
