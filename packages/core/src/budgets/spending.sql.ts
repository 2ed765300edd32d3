import { type BudgetName, budgets } from "./budget.rules.ts";

// What statements read and write of budgets.

/**
 * Ends an INSERT of rows `b` of budgets, whose `spent` is the number to spend. Spends it from an existing
 * row, or begins a new period. A row that has too little left is not changed and not returned.
 */
export const spendOrRenew = `on conflict (merchant_id, budget, subject) do update set
        spent = case when b.ends_at <= excluded.started_at then excluded.spent else b.spent + excluded.spent end,
        started_at = case when b.ends_at <= excluded.started_at then excluded.started_at else b.started_at end,
        ends_at = case when b.ends_at <= excluded.started_at then excluded.ends_at else b.ends_at end,
        told_at = case when b.ends_at <= excluded.started_at then null else b.told_at end,
        most = excluded.most
      where b.ends_at <= excluded.started_at or b.spent + excluded.spent <= excluded.most`;

/**
 * For statements of `writing`: looks up `name`, the row of a budget, for `c`, a row of `calls`.
 * `subject` is a column of `c`.
 */
export const budgetLookup = (
  name: string,
  budget: BudgetName,
  subject: string,
  { limit }: { readonly limit: string },
): string => `
  left join lateral (select b.* from budgets b
    where b.merchant_id = $1 and b.budget = '${budget}' and b.subject = c.${subject}${limit}) ${name} on true`;

/** Whether something is left of the budget that `budgetLookup` found. */
export const hasLeft = (name: string, budget: BudgetName): string =>
  `coalesce(${name}.ends_at <= c.now or ${name}.spent < ${budgets[budget].most}, true)`;

/** The row that `budgetLookup` found, as a `Spent`. Null if there is no row or its period has ended. */
export const spentJson = (name: string): string => `case when ${name}.ends_at > c.now then
      json_build_object('budget', ${name}.budget, 'spent', ${name}.spent,
        'secondsLeft', extract(epoch from ${name}.ends_at - c.now)) end`;
