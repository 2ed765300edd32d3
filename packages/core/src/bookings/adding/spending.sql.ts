import { budgetLookup, budgets, hasLeft, spendOrRenew, spentJson } from "../../budgets/index.ts";
import type { Form } from "../../writing/index.ts";

// SQL that spends the budgets of a booking: those of its phone number, its network, and its store.

/** A call's columns with the subjects of its budgets. Null if the call does not spend the budget. */
export const subjectColumns = {
  phoneSubject: "text | null",
  networkSubject: "text | null",
  storeSubject: "text | null",
} as const;

/**
 * The budgets, in the order in which their rows are locked. `row` is the alias of a budget's row,
 * `subject` the column of its subject.
 */
const spends = [
  { budget: "bookingsOfPhone", row: "by_phone", subject: "phone_subject" },
  { budget: "bookingsOfNetwork", row: "by_network", subject: "network_subject" },
  { budget: "bookingsOfStore", row: "by_store", subject: "store_subject" },
] as const;

/** Returns SQL that joins the rows of the budgets to `c`, a row of `calls`. */
export const periodLookups = (form: Form) =>
  spends.map(({ budget, row, subject }) => budgetLookup(row, budget, subject, form)).join("");

/** Columns of the CTE `seen` that the CTEs of `countArms` read. */
export const periodColumns = spends
  .map(({ row, subject }) => `c.${subject}, ${row}.subject is not null as has_${subject}`)
  .join(", ");

/** Whether all budgets have something left. */
export const hasBudgets = spends.map(({ budget, row }) => hasLeft(row, budget)).join(" and ");

/** The budgets as a JSON list. Each is a `Spent`, or null if nothing is spent in the current period. */
export const periodsJson = `json_build_array(${spends.map(({ row }) => spentJson(row)).join(", ")})`;

/**
 * Returns three CTEs. `spendings` has a row for each budget that a call of `able` spends. `counters` locks
 * the rows of these budgets, each row once and always in the same order. A budget may have no row yet.
 * `affordable` numbers the calls of each budget from 1 (`place`), and selects the calls whose numbers do not
 * exceed what their budgets have left.
 */
export function countArms({ isSingle, skipLocked }: Form): string {
  const subjects = spends.map(({ subject }) => `a.${subject}`);
  const wanted = spends.map(
    ({ budget, subject }) => `
  select a.n, a.now, '${budget}' as budget, a.${subject} as subject, ${budgets[budget].most} as most,
    a.now + ${budgets[budget].seconds} * interval '1 second' as ends_at, a.has_${subject} as has_row,
    num_nonnulls(${subjects.join(", ")}) as needs
  from able a where a.${subject} is not null`,
  );
  const each = isSingle
    ? "spendings"
    : "(select distinct budget, subject from spendings order by budget, subject)";
  const place = isSingle
    ? "1"
    : "row_number() over (partition by p.budget, p.subject order by p.n)";
  return `
spendings as materialized (${wanted.join(" union all")}
),
counters as materialized (
  select b.* from ${each} p
  cross join lateral (select b.budget, b.subject, b.spent, b.ends_at from budgets b
    where b.merchant_id = $1 and b.budget = p.budget and b.subject = p.subject
    for no key update ${skipLocked}) b
),
affordable as (
  select p.n from (
    select p.n, p.needs, ${place} as place,
      p.most - case when b.ends_at > p.now then b.spent else 0 end as remaining
    from spendings p left join counters b on b.budget = p.budget and b.subject = p.subject
    where b.subject is not null or not p.has_row
  ) p
  where p.place <= p.remaining
  group by p.n, p.needs having count(*) = p.needs
  union all select a.n from able a where num_nonnulls(${subjects.join(", ")}) = 0
)`;
}

/** The CTE `spent`: adds the calls of `taken` to the rows of their budgets. */
export const spendArm = `
spent as (
  insert into budgets as b (merchant_id, budget, subject, started_at, ends_at, spent, most)
  select $1, p.budget, p.subject, min(p.now), min(p.ends_at), count(*), min(p.most)
  from taken l join spendings p on p.n = l.n
  group by p.budget, p.subject order by p.budget, p.subject
  ${spendOrRenew}
  returning b.budget
)`;

/**
 * True if the calls in `taken` were added to all their budgets. Otherwise fails the statement, which is
 * rolled back. This happens if another transaction uses up a budget that had no row when the statement began.
 */
export const budgetsAreSpent = `case when (select count(*) from spent) = (select count(*) from (
      select distinct p.budget, p.subject from taken l join spendings p on p.n = l.n) p) then true
    else stampbook_refuse('state') end`;
