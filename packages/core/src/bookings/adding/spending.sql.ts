import { budgetLookup, budgets, hasLeft, spendOrRenew, spentJson } from "../../budgets/index.ts";
import type { Form } from "../../writing/index.ts";

// The SQL with which a booking spends: once from the budget of its phone number, and once from that of its
// store.

/** The columns of a call that name the budgets' subjects. Both are null for a call that spends nothing. */
export const subjectColumns = { phoneSubject: "text | null", storeSubject: "text | null" } as const;

/**
 * The budgets in the order in which they are locked, each with the alias of its row and the column of its
 * subject.
 */
const spends = [
  { budget: "bookingsOfPhone", row: "by_phone", subject: "phone_subject" },
  { budget: "bookingsOfStore", row: "by_store", subject: "store_subject" },
] as const;

/** The look-ups of both budgets for `c`, a row of `calls`. */
export const periodLookups = (form: Form) =>
  spends.map(({ budget, row, subject }) => budgetLookup(row, budget, subject, form)).join("");

/** The columns of `seen` that the CTEs below read. */
export const periodColumns = spends
  .map(({ row, subject }) => `c.${subject}, ${row}.subject is not null as has_${subject}`)
  .join(", ");

/** Whether both budgets have something left. */
export const hasBudgets = spends.map(({ budget, row }) => hasLeft(row, budget)).join(" and ");

/** Both budgets, as a list of `Spent` or null. */
export const periodsJson = `json_build_array(${spends.map(({ row }) => spentJson(row)).join(", ")})`;

/**
 * The CTEs `spendings`, `counters` and `affordable`: the spendings that the calls of `able` need, the locked
 * rows of the budgets, and the calls for which enough is left. Each row is locked once, in one order. `place`
 * counts the calls that spend from the same row, from 1. A budget may have no row yet.
 */
export function countArms({ isSingle, skipLocked }: Form): string {
  const wanted = spends.map(
    ({ budget, subject }) => `
  select a.n, a.now, '${budget}' as budget, a.${subject} as subject, ${budgets[budget].most} as most,
    a.now + ${budgets[budget].seconds} * interval '1 second' as ends_at, a.has_${subject} as has_row
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
    select p.n, ${place} as place,
      p.most - case when b.ends_at > p.now then b.spent else 0 end as remaining
    from spendings p left join counters b on b.budget = p.budget and b.subject = p.subject
    where b.subject is not null or not p.has_row
  ) p
  where p.place <= p.remaining
  group by p.n having count(*) = ${spends.length}
  union all select a.n from able a where ${spends.map(({ subject }) => `a.${subject} is null`).join(" and ")}
)`;
}

/** The CTE `spent`: adds the calls of `taken` to their budgets. */
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
 * Whether each of these budgets was spent from. A budget that had no row when the statement began may be used
 * up by another transaction. Then the statement fails and is rolled back.
 */
export const budgetsAreSpent = `case when (select count(*) from spent) = (select count(*) from (
      select distinct p.budget, p.subject from taken l join spendings p on p.n = l.n) p) then true
    else stampbook_refuse('state') end`;
