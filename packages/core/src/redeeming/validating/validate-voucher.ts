import { countGuess, guessInTurn } from "../../access/index.ts";
import { countShownCustomers } from "../../budgets/index.ts";
import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import {
  reasonAgainstVoucher,
  refuseVoucherValidation,
  type ValidateVoucherInput,
  type VoucherValidated,
} from "./validate-voucher.rules.ts";
import { loadVoucherValidation } from "./validate-voucher.sql.ts";

/**
 * Returns the voucher and `reason`: why it cannot be redeemed by its code now, by the rules of redeeming;
 * null if it can. The voucher stays unspent. A holder in the outcome counts as one shown customer in the
 * token's budgets. Throws `invalid_store`, `permission_denied`, `invalid_user`, `too_many_attempts`,
 * `invalid_voucher_owner` and `invalid_voucher`. An `invalid_voucher` counts as a wrong guess of the caller.
 * Interface 2, section 6.
 */
export function validateVoucher(
  ctx: CoreContext,
  input: ValidateVoucherInput,
): Promise<VoucherValidated> {
  return guessInTurn(ctx, async () => {
    const seen = await countShownCustomers(ctx, 1, (budgets) =>
      loadVoucherValidation(ctx, input, budgets),
    );
    const refusal = refuseVoucherValidation(seen, ctx.caller, input);
    if (refusal?.code === "invalid_voucher") await countGuess(ctx);
    if (refusal) throw new Failure(refusal);
    const { voucher, holder } = seen;
    if (!voucher) throw new TypeError("a validated voucher exists");
    return { reason: reasonAgainstVoucher(seen, ctx.caller, input), voucher, holder };
  });
}
