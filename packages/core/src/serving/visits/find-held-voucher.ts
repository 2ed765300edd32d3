import { checkGuesses } from "../../entering/access/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { selectVoucherOfCode } from "./visit.sql.ts";

/**
 * Returns the id of the voucher with this code if the customer holds it, else null. Throws
 * `too_many_attempts` if the caller has guessed too often, even if the code is right.
 */
export async function findHeldVoucher(
  ctx: CoreContext,
  customerId: number,
  code: string,
): Promise<number | null> {
  const { voucher, guesses } = await selectVoucherOfCode(ctx, customerId, code);
  const refusal = checkGuesses(guesses);
  if (refusal) throw new Failure(refusal);
  return voucher?.id ?? null;
}
