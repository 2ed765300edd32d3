import { checkStaffSale, type OverLimit, overStampsOfDay } from "../../../entering/access/index.ts";
import { purseOf, spendingOf, spendWhole } from "../../../foundation/budgets/index.ts";
import { actorOf, type CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { recordSecurityEvent } from "../../../foundation/security-events/index.ts";
import type { SaleAdded } from "../types.ts";
import { selectSaleLimits } from "./sale-limits.sql.ts";

/**
 * Throws `permission_denied` if a cashier's sale is over the merchant's limits of one sale or of the cashier's
 * day. Call it once for each new sale, in the transaction that added it, which is then rolled back. Records a
 * security event of each sale over a limit: of a cashier's as refused, of a manager's or owner's as done. Sales
 * by tokens have no such limits. A sale that is canceled later still counts for the day.
 */
export async function limitSale(ctx: CoreContext, added: SaleAdded): Promise<void> {
  const { caller } = ctx;
  if (caller.kind !== "staff") return;
  const { secondsLeftToday: seconds, ...limits } = await selectSaleLimits(ctx);
  const over = checkStaffSale(caller, added.sale, limits);
  if (over) await report(ctx, added, over);
  const { stampsEarned } = added.sale;
  const { cashierStampsPerDay: most } = limits;
  if (most === null || stampsEarned === 0) return;
  const ofDay = { ...spendingOf("stampsByStaff", actorOf(caller)), seconds, most };
  if (await spendWhole(purseOf(ctx), ofDay, stampsEarned)) return;
  await report(ctx, added, overStampsOfDay(caller, stampsEarned, most));
}

/** Records the event of a sale over a limit, and throws its refusal if it has one. */
async function report(
  ctx: CoreContext,
  { sale, customer }: SaleAdded,
  { what, refuses, refusal }: OverLimit,
): Promise<void> {
  const { total, stampsEarned: stamps } = sale;
  const record = (deps: CoreContext) =>
    recordSecurityEvent(deps, {
      merchantId: ctx.caller.merchant.id,
      what,
      result: refuses ? "refused" : "done",
      actor: actorOf(ctx.caller),
      origin: ctx.origin,
      subject: customer && `customer ${customer.id}`,
      details: { total, stamps, ...(!refuses && { transaction: sale.id }) },
    });
  if (!refuses) return record(ctx);
  ctx.afterRefusal?.(record);
  throw new Failure(refusal);
}
