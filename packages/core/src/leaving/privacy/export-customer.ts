import { actorOf, type CoreContext } from "../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../foundation/failures.ts";
import { recordSecurityEvent } from "../../foundation/security-events/index.ts";
import { selectCustomerFile } from "./customer.sql.ts";
import type { CustomerFile } from "./customer-file.sql.ts";

export type { CustomerFile };

/**
 * Returns the data of one customer: profile, membership, ledgers, vouchers, redemptions, sales, bookings,
 * messages, refusals and audit entries. Contains no secrets or hashes. Records the export as a security
 * event. `actor` is the author of the event, if the author is not the caller. Throws `invalid_user`.
 */
export async function exportCustomer(
  ctx: CoreContext,
  { customerId, actor }: { readonly customerId: number; readonly actor?: string },
): Promise<CustomerFile> {
  const file = await selectCustomerFile(ctx, customerId);
  if (!file) throw new Failure(unknownCustomer);
  await recordSecurityEvent(ctx, {
    merchantId: ctx.caller.merchant.id,
    what: "customer-exported",
    result: "done",
    actor: actor ?? actorOf(ctx.caller),
    origin: ctx.origin,
    subject: `customer ${customerId}`,
  });
  return file;
}
