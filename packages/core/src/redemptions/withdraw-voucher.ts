import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { getVoucher } from "./get-voucher.ts";
import { saveWithdrawal } from "./withdrawing.store.ts";

/**
 * Ends a voucher that was issued by mistake, or whose code got around, for a reason that stands in the
 * record; what of it was spent stays spent. Refuses invalid_voucher, voucher_already_redeemed, and
 * voucher_not_available where it has ended before.
 */
export async function withdrawVoucher(
  ctx: CoreContext,
  input: { readonly voucherId: number; readonly reason: string },
): Promise<void> {
  if (await saveWithdrawal(ctx, input)) return;
  const { state } = await getVoucher(ctx, input.voucherId);
  throw new Failure(
    state === "redeemed"
      ? { code: "voucher_already_redeemed", message: "This voucher was already redeemed" }
      : { code: "voucher_not_available", message: "This voucher is not active" },
  );
}
