import { allows } from "../../access/tokens/token.rules.ts";
import type { KnownCaller } from "../../context.ts";

/** Whether lists show the caller the codes of vouchers, with which anyone can redeem them. Interface 2, section 1. */
export function canSeeVoucherCodes(caller: KnownCaller): boolean {
  return caller.kind === "staff" || allows(caller.scopes, "vouchers");
}
