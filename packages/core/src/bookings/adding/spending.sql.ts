import { schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  budgetLookup,
  budgets,
  checkBudgets,
  hasLeft,
  type Spent,
  spendOrRenew,
  spentJson,
} from "../../foundation/budgets/index.ts";
import { check, fact, fragmentOf, lock, rowOf } from "../../machinery/kernel/index.ts";

// The budgets that a booking spends: those of its phone number, its network, and its store.

const call = {
  phoneSubject: "text | null",
  networkSubject: "text | null",
  storeSubject: "text | null",
} as const;
const c = rowOf("c", call);

/** The budgets, in the order in which their rows are locked. `row` is the alias of a budget's row. */
const spends = [
  { budget: "bookingsOfPhone", row: "by_phone", of: "phone" },
  { budget: "bookingsOfNetwork", row: "by_network", of: "network" },
  { budget: "bookingsOfStore", row: "by_store", of: "store" },
] as const;

const joined = (each: (spend: (typeof spends)[number]) => string, by = "") =>
  fragmentOf(spends.map(each).join(by));

/** The rows of the budgets. A subject is null if the call does not spend the budget. */
export const found = fact({
  call,
  joins: (form) =>
    joined(({ budget, row, of }) => budgetLookup(row, budget, `${of}_subject`, form)),
  keeps: {
    ...c,
    phoneRow: sql`by_phone.subject`,
    networkRow: sql`by_network.subject`,
    storeRow: sql`by_store.subject`,
  },
  shows: {
    periods: fragmentOf(
      `json_build_array(${spends.map(({ row }) => spentJson(row)).join(", ")})`,
    ) as SQL<readonly (Spent | null)[]>,
  },
});

/** Whether all budgets have something left. What is left is then allotted to the calls of a batch. */
export const areLeft = check({
  code: "too_many_attempts",
  holds: () => joined(({ budget, row }) => hasLeft(row, budget), " and "),
  words: ({ periods }: { readonly periods: readonly (Spent | null)[] }) => {
    const refusal = checkBudgets(periods);
    if (!refusal) throw new TypeError("a budget that is used up is there");
    return refusal;
  },
});

/** Locks the rows of the budgets. A budget from which nothing was spent before has none. */
export const locks = spends.map(({ budget, row, of }) => {
  const table = alias(schema.budgets, row);
  const { most } = budgets[budget];
  return lock({
    ...{ row, table, merchantId: table.merchantId, strength: "no key update" },
    is: sql.raw(`${row}.budget = '${budget}' and ${row}.subject = b.${of}_subject`),
    onlyIf: sql.raw(`b.${of}_row`),
    adds: {
      [`${of}Left`]: sql.raw(
        `${most} - case when ${row}.ends_at > b.now then ${row}.spent else 0 end`,
      ),
    },
  });
});

/** What the calls of a batch use up. */
export const allots = spends.map(({ of }) => ({
  as: `${of}Place`,
  of: sql.raw(`b.${of}_subject`),
  isLeft: sql.raw(`(l.${of}_subject is null or l.${of}_place <= l.${of}_left)`),
}));

/** Adds the calls of `taken` to the rows of their budgets. */
export const spend = {
  spendings: sql.raw(`
  select l.now, p.* from taken l cross join lateral (values ${spends
    .map(({ budget, of }) => {
      const { seconds, most } = budgets[budget];
      return `('${budget}', l.${of}_subject, ${seconds}, ${most})`;
    })
    .join(", ")}) as p (budget, subject, seconds, most)
  where p.subject is not null`),
  spent: fragmentOf(`
  insert into budgets as b (merchant_id, budget, subject, started_at, ends_at, spent, most)
  select $1, p.budget, p.subject, min(p.now), min(p.now) + p.seconds * interval '1 second', count(*), p.most
  from spendings p
  group by p.budget, p.subject, p.seconds, p.most order by p.budget, p.subject
  ${spendOrRenew}
  returning b.budget`),
};

/**
 * Fails if a call of `taken` could not be added to one of its budgets: another transaction has used it up
 * since, and it had no row when the statement began.
 */
export const areSpent = sql`case when (select count(*) from spent)
      = (select count(*) from (select distinct p.budget, p.subject from spendings p) p) then true
    else stampbook_refuse('state') end`;
