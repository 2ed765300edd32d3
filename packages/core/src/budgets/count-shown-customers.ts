import { actorOf, type CoreContext } from "../context.ts";
import { overBudget, spendingOf } from "./budget.rules.ts";
import { purseOf, spendingParameters, withinBudgets } from "./budgets.sql.ts";

/**
 * Runs a read that shows at most `most` customers. Each shown customer spends 1 from two budgets:
 * `customersShownInMinute` and `customersShownInDay`. `read` must pass the parameters to a statement with
 * `spendingArms` and `spentOrRefuse`. Staff have no limit. Throws `too_many_attempts`.
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
  // A read fails if it shows more customers than a budget has left. So when `withinBudgets` looks for the
  // used-up budget, a budget with fewer than `most` left counts as used up.
  const nearlySpent = spendings.map((each) => ({ ...each, most: each.most - most + 1 }));
  return withinBudgets(
    purseOf(ctx),
    nearlySpent,
    () => read(spendingParameters(spendings)),
    (spent) => overBudget({ ...spent, most: spent.most + most - 1 }),
  );
}
