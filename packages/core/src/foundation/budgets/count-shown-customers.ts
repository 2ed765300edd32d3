import { limitsOf } from "../caller-limits.rules.ts";
import { actorOf, type CoreContext } from "../context.ts";
import { limitedSpending, overBudget, type Spending, type SpendingState } from "./budget.rules.ts";
import { purseOf, spendBudgets, spendingParameters, withinBudgets } from "./budgets.sql.ts";
import { noteSpent } from "./note-spent.ts";

type Counted = { readonly budgets: readonly SpendingState[] };

/**
 * Runs a read that shows at most `most` customers. Each shown customer spends 1 from two budgets:
 * `customersShownInMinute` and `customersShownInDay`. `read` must pass the parameters to a statement with
 * `spendingArms` and `spentOrRefuse`, which returns `spentDoc`. For staff, `countShownToStaff` counts. Throws
 * `too_many_attempts`.
 */
export async function countShownCustomers<Result extends Counted>(
  ctx: CoreContext,
  most: number,
  read: (parameters: { readonly budgets: string }) => Promise<Result>,
): Promise<Result> {
  if (ctx.caller.kind !== "token") return read(spendingParameters([]));
  return spendShown(ctx, most, (spendings) => read(spendingParameters(spendings)));
}

/**
 * Spends for the customers of a list that was read before, possibly by a standby. If it throws
 * `too_many_attempts`, the list must not be shown.
 */
export async function countCustomersOfList(ctx: CoreContext, count: number): Promise<void> {
  if (ctx.caller.kind !== "token" || count === 0) return;
  const purse = purseOf(ctx);
  await spendShown(ctx, count, async (spendings) => ({
    budgets: await spendBudgets(purse, spendings, count),
  }));
}

/** Runs `spend`, which spends at most `most` from each budget, or fails. */
async function spendShown<Result extends Counted>(
  ctx: CoreContext,
  most: number,
  spend: (spendings: readonly Spending[]) => Promise<Result>,
): Promise<Result> {
  const subject = actorOf(ctx.caller);
  const { customersInMinute, customersInDay } = limitsOf(ctx.caller);
  const spendings = [
    limitedSpending("customersShownInMinute", subject, customersInMinute),
    limitedSpending("customersShownInDay", subject, customersInDay),
  ];
  // A read fails if it shows more customers than a budget has left. So when `withinBudgets` looks for the
  // used-up budget, a budget with fewer than `most` left counts as used up.
  const nearlySpent = spendings.map((each) => ({ ...each, most: each.most - most + 1 }));
  const found = await withinBudgets(
    purseOf(ctx),
    nearlySpent,
    () => spend(spendings),
    (spent) => overBudget({ ...spent, most: spent.most + most - 1 }),
  );
  noteSpent(ctx, found.budgets);
  return found;
}
