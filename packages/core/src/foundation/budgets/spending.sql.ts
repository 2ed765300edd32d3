import { type BudgetName, budgets } from "./budget.rules.ts";

// SQL parts that read and spend budgets, for batch statements (`core/src/foundation/writing`). `spendOrRenew` also
// serves statements for a single call.

const renewed = `started_at = case when b.ends_at <= excluded.started_at then excluded.started_at else b.started_at end,
        ends_at = case when b.ends_at <= excluded.started_at then excluded.ends_at else b.ends_at end,
        told_at = case when b.ends_at <= excluded.started_at then null else b.told_at end,
        most = excluded.most`;

/**
 * The ON CONFLICT clause of `insert into budgets as b`. Adds the inserted `spent` to the existing row. If the
 * period of the row has ended, starts a new period with the inserted `spent`. A row with too little left is
 * neither changed nor returned.
 */
export const spendOrRenew = `on conflict (merchant_id, budget, subject) do update set
        spent = case when b.ends_at <= excluded.started_at then excluded.spent else b.spent + excluded.spent end,
        ${renewed}
      where b.ends_at <= excluded.started_at or b.spent + excluded.spent <= excluded.most`;

/**
 * Like `spendOrRenew`, but the last spending may be more than is left. The budget is then used up. A budget
 * that was used up before is neither changed nor returned.
 */
export const spendLastOrRenew = `on conflict (merchant_id, budget, subject) do update set
        spent = case when b.ends_at <= excluded.started_at then excluded.spent
          else least(b.spent + excluded.spent, excluded.most) end,
        ${renewed}
      where b.ends_at <= excluded.started_at or b.spent < excluded.most`;

/**
 * Returns a join for batched statements (`core/src/foundation/writing`). It looks up the row of a budget under the alias
 * `name`. `subject` is a column of `c`, a row of the CTE `calls`.
 */
export const budgetLookup = (
  name: string,
  budget: BudgetName,
  subject: string,
  { limit }: { readonly limit: string },
): string => `
  left join lateral (select b.* from budgets b
    where b.merchant_id = $1 and b.budget = '${budget}' and b.subject = c.${subject}${limit}) ${name} on true`;

/** Returns the condition that the budget found by `budgetLookup` has something left. */
export const hasLeft = (name: string, budget: BudgetName): string =>
  `coalesce(${name}.ends_at <= c.now or ${name}.spent < ${budgets[budget].most}, true)`;

/** Returns the row found by `budgetLookup` as a `Spent`. Null if no row exists or its period has ended. */
export const spentJson = (name: string): string => `case when ${name}.ends_at > c.now then
      json_build_object('budget', ${name}.budget, 'spent', ${name}.spent,
        'secondsLeft', extract(epoch from ${name}.ends_at - c.now)) end`;
