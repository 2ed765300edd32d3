export {
  type BudgetName,
  budgets,
  mailsToStaff,
  newsOf,
  overBudget,
  type Spending,
  type Spent,
  type SpentBudget,
  spendingOf,
  textSpendings,
  toldBudgets,
} from "./budget.rules.ts";
export {
  findSpentBudget,
  hasSpent,
  nothingIsSpent,
  type Purse,
  purseOf,
  spendBudgets,
  spendingArms,
  spendingParameters,
  spentBudgetOf,
  spentOrRefuse,
  withinBudgets,
} from "./budgets.sql.ts";
export { countShownCustomers } from "./count-shown-customers.ts";
export { budgetLookup, hasLeft, spendOrRenew, spentJson } from "./spending.sql.ts";
