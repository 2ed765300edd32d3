export {
  type BudgetName,
  budgets,
  checkBudgets,
  limitedSpending,
  mailsToStaff,
  newsOf,
  overBudget,
  type Spending,
  type SpendingState,
  type Spent,
  type SpentBudget,
  spendingOf,
  textSpendings,
  toldBudgets,
} from "./budget.rules.ts";
export {
  hasSpent,
  nothingIsSpent,
  purseOf,
  spendBudgets,
  spendingArms,
  spendingParameters,
  spendWhole,
  spentBudgetDoc,
  spentBudgetOf,
  spentDoc,
  spentOrRefuse,
  withinBudgets,
} from "./budgets.sql.ts";
export { countCustomersOfList, countShownCustomers } from "./count-shown-customers.ts";
export { countShownToStaff } from "./count-shown-to-staff.ts";
export { noteSpent } from "./note-spent.ts";
export { budgetLookup, hasLeft, spendOrRenew, spentJson } from "./spending.sql.ts";
