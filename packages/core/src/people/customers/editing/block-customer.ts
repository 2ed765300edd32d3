import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../../foundation/failures.ts";
import { saveBlock } from "./block-customer.sql.ts";

/** Blocks or unblocks a membership, with a reason in the audit log. Throws `invalid_user`. */
export async function blockCustomer(
  ctx: CoreContext,
  input: { readonly customerId: number; readonly isBlocked: boolean; readonly reason: string },
): Promise<{ readonly isBlocked: boolean }> {
  const done = await saveBlock(ctx, input);
  if (!done) throw new Failure(unknownCustomer);
  return done;
}
