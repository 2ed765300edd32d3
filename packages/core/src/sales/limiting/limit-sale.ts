import { checkStaffSale } from "../../access/index.ts";
import { actorOf, type CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { recordSecurityEvent } from "../../security-events/index.ts";
import type { SaleAdded } from "../types.ts";
import { selectSaleLimits } from "./sale-limits.sql.ts";

/**
 * Throws `permission_denied` if a cashier's sale is over the merchant's limits. Call it in the transaction that
 * added the sale, which is then rolled back. Records a security event of each sale over the limits: of a
 * cashier's as refused, of a manager's or owner's as done. Sales by tokens have no such limits.
 */
export async function limitSale(ctx: CoreContext, { sale, customer }: SaleAdded): Promise<void> {
  const { caller } = ctx;
  if (caller.kind !== "staff") return;
  const over = checkStaffSale(caller, sale, await selectSaleLimits(ctx));
  if (!over) return;
  const { total, stampsEarned: stamps } = sale;
  const record = (deps: CoreContext) =>
    recordSecurityEvent(deps, {
      merchantId: caller.merchant.id,
      what: "large-sale",
      result: over.refuses ? "refused" : "done",
      actor: actorOf(caller),
      origin: ctx.origin,
      subject: customer && `customer ${customer.id}`,
      details: { total, stamps, ...(!over.refuses && { transaction: sale.id }) },
    });
  if (!over.refuses) return record(ctx);
  ctx.afterRefusal?.(record);
  throw new Failure(over.refusal);
}
