import { actorOf, type CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { spendingOf } from "./budget.rules.ts";
import { purseOf, spendUntilUsedUp, withinBudgets } from "./budgets.sql.ts";

/** The count of a look at a customer who does not exist, because whoever counts ids also finds gaps. */
const MISS = 2;

/**
 * Runs a read that shows customers to a person. `countOf` returns how many its result shows. Each spends 1 from
 * the person's budgets, a miss (`invalid_user`) 2. Throws `too_many_attempts` instead of the result once a
 * budget is used up. `countShownCustomers` counts for tokens.
 */
export async function countShownToStaff<Result>(
  ctx: CoreContext,
  read: () => Promise<Result>,
  countOf: (result: Result) => number,
): Promise<Result> {
  const { caller } = ctx;
  if (caller.kind !== "staff") return read();
  const subject = actorOf(caller);
  const spendings =
    caller.role === "cashier"
      ? [
          spendingOf("customersShownToCashierInMinute", subject),
          spendingOf("customersShownToCashierInDay", subject),
        ]
      : [spendingOf("customersShownInMinute", subject), spendingOf("customersShownInDay", subject)];
  const purse = purseOf(ctx);
  const spend = (amount: number) =>
    withinBudgets(purse, spendings, () => spendUntilUsedUp(purse, spendings, amount));
  const result = await read().catch(async (error: unknown) => {
    if (error instanceof Failure && error.code === "invalid_user") await spend(MISS);
    throw error;
  });
  const count = countOf(result);
  if (count > 0) await spend(count);
  return result;
}
