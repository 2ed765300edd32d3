import { actorOf, type CoreContext } from "../context.ts";
import { overBudget, spendingOf } from "./budget.rules.ts";
import { purseOf, spendingParameters, withinBudgets } from "./budgets.sql.ts";

/**
 * Runs a read that shows at most `most` customers. Each shown customer spends 1 from two budgets:
 * `customersShownInMinute` and `customersShownInDay`. `read` must pass the parameters to a statement with
 * `spendingArms` and `spentOrRefuse`. Staff have no limit. Refuses too_many_attempts.
 */
export async function countShownCustomers<Result>(
  ctx: CoreContext,
  most: number,
  read: (parameters: { readonly budgets: string }) => Promise<Result>,
): Promise<Result> {
  if (ctx.caller.kind !== "token") return read(spendingParameters([]));
  const subject = actorOf(ctx.caller);
  const spendings = [
    spendingOf("customersShownInMinute", subject),
    spendingOf("customersShownInDay", subject),
  ];
  // A read that shows more customers than are left is refused, even if some are left. So the look-up of the
  // reason treats a budget with fewer than `most` left as used up.
  const nearlySpent = spendings.map((each) => ({ ...each, most: each.most - most + 1 }));
  return withinBudgets(
    purseOf(ctx),
    nearlySpent,
    () => read(spendingParameters(spendings)),
    (spent) => overBudget({ ...spent, most: spent.most + most - 1 }),
  );
}
