import { type BudgetName, budgets } from "./budget.rules.ts";

// SQL parts with which statements read and spend budgets.

/**
 * The ON CONFLICT clause of `insert into budgets as b`. The inserted `spent` is added to the existing row, or
 * starts a new period if the last one has ended. A row with too little left is neither changed nor returned.
 */
export const spendOrRenew = `on conflict (merchant_id, budget, subject) do update set
        spent = case when b.ends_at <= excluded.started_at then excluded.spent else b.spent + excluded.spent end,
        started_at = case when b.ends_at <= excluded.started_at then excluded.started_at else b.started_at end,
        ends_at = case when b.ends_at <= excluded.started_at then excluded.ends_at else b.ends_at end,
        told_at = case when b.ends_at <= excluded.started_at then null else b.told_at end,
        most = excluded.most
      where b.ends_at <= excluded.started_at or b.spent + excluded.spent <= excluded.most`;

/**
 * For batched statements (`core/src/writing`): looks up `name`, the row of a budget, for `c`, a row of
 * `calls`. `subject` is a column of `c`.
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
