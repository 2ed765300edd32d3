import { actorOf, type CoreContext } from "../context.ts";
import { overBudget, spendingOf } from "./budget.rules.ts";
import { purseOf, spendingParameters, withinBudgets } from "./budgets.sql.ts";

/**
 * Runs a read that shows `most` customers or fewer, and spends one for each of them from the token's budgets
 * for a minute and for a day. `read` passes the parameters on to a statement with `spendingArms` and
 * `spentOrRefuse`. Staff are not counted. Refuses too_many_attempts.
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
  // a budget with fewer than `most` customers left is too small for the list, so it is looked up as spent
  const nearlySpent = spendings.map((each) => ({ ...each, most: each.most - most + 1 }));
  return withinBudgets(
    purseOf(ctx),
    nearlySpent,
    () => read(spendingParameters(spendings)),
    (spent) => overBudget({ ...spent, most: spent.most + most - 1 }),
  );
}
