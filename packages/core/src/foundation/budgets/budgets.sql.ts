import { type Db, GuardRefused, now, rowsOf, run, schema, statement } from "@stampbook/db";
import { eq, gt, gte, type SQL, sql } from "drizzle-orm";
import type { OpenContext } from "../context.ts";
import { Failure, type Refusal, tooBusy } from "../failures.ts";
import {
  type BudgetName,
  overBudget,
  type Spending,
  type SpendingState,
  type SpentBudget,
} from "./budget.rules.ts";
import { spendLastOrRenew, spendOrRenew } from "./spending.sql.ts";

const { budgets: b } = schema;
const p = sql.placeholder;
const GUARD = "budget";

/** Where budgets are spent: the database, the merchant, and milliseconds to add to the database's clock. */
type Purse = {
  readonly db: Db;
  readonly merchantId: number;
  readonly offsetMs: number;
};

/** Returns the `Purse` of the caller's merchant. */
export function purseOf({ db, clockOffsetMs, caller }: OpenContext): Purse {
  return { db, merchantId: caller.merchant.id, offsetMs: clockOffsetMs };
}

/** Returns the parameter `budgets` that `spendingArms` reads. */
export function spendingParameters(spendings: readonly Spending[]): { readonly budgets: string } {
  return { budgets: JSON.stringify(spendings) };
}

/**
 * Returns CTEs that spend `amount` from each budget in the parameters, except budgets with less than `amount`
 * left. They spend nothing if the CTE `from` is empty. Rows are locked in one order, so that statements
 * cannot deadlock.
 */
export function spendingArms(
  from: SQL,
  amount: SQL = sql`1`,
): Readonly<Record<"wanted" | "spent", SQL>> {
  return {
    wanted: sql`select x.budget, x.subject, x.most, begun.now as started_at,
        begun.now + x.seconds * interval '1 second' as ends_at
      from (select ${now} as now from ${from} limit 1) as begun,
        json_to_recordset(${p("budgets")}) as x (budget text, subject text, seconds int, most int)`,
    spent: sql`insert into budgets as b (merchant_id, budget, subject, started_at, ends_at, spent, most)
      select ${p("merchantId")}, budget, subject, started_at, ends_at, ${amount}, most
      from wanted order by budget, subject
      ${sql.raw(spendOrRenew)}
      returning b.budget, b.spent, b.most, b.ends_at`,
  };
}

/** The list of `SpendingState`, one for each budget that `spendingArms` spent. */
export const spentDoc: SQL = sql`(select coalesce(json_agg(json_build_object('budget', s.budget,
      'spent', s.spent, 'most', s.most, 'secondsLeft', extract(epoch from s.ends_at - ${now}))), '[]')
    from spent s)`;

/** Whether every budget of `spendingArms` had enough left. */
export const hasSpent: SQL = sql`((select count(*) from spent) = (select count(*) from wanted))`;

/**
 * Whether every budget in the parameters has something left. Reads without locks, so the result may be out of
 * date when parallel calls spend.
 */
export const nothingIsSpent: SQL = sql`not exists (select 1
  from json_to_recordset(${p("budgets")}) as x (budget text, subject text, most int)
    join budgets b on b.budget = x.budget and b.subject = x.subject
  where b.merchant_id = ${p("merchantId")} and b.ends_at > ${now} and b.spent >= x.most)`;

/** Rolls the whole statement back if a budget has too little left, so that the other budgets stay unspent. */
export const spentOrRefuse: SQL = sql`(case when ${hasSpent} then true
  else stampbook_refuse('${sql.raw(GUARD)}') end)`;

const spend = statement<readonly SpendingState[]>(
  "spend_budgets",
  { begun: sql`select 1`, ...spendingArms(sql`begun`, sql`${p("amount")}::int`) },
  sql`case when ${spentOrRefuse} then ${spentDoc} end`,
);

/**
 * Spends `amount` from each budget, and returns what was spent. If a budget has less than that left, spends
 * nothing: the statement then fails, and `withinBudgets` throws the refusal. `amount` is at most a budget's
 * limit.
 */
export function spendBudgets(
  { db, ...parameters }: Purse,
  spendings: readonly Spending[],
  amount = 1,
): Promise<readonly SpendingState[]> {
  return run(db, spend, { ...parameters, ...spendingParameters(spendings), amount });
}

const spendAll = statement<boolean>(
  "spend_whole_amount",
  {
    begun: sql`select 1 where ${p("amount")}::int <= ${p("most")}::int`,
    ...spendingArms(sql`begun`, sql`${p("amount")}::int`),
  },
  sql`to_json(exists (select 1 from spent))`,
);

/**
 * Spends `amount` from a budget. Returns false, and spends nothing, if less than that is left. Unlike
 * `spendBudgets` it never fails, so it can be used within a transaction that goes on.
 */
export function spendWhole(
  { db, ...parameters }: Purse,
  spending: Spending,
  amount: number,
): Promise<boolean> {
  const { most } = spending;
  return run(db, spendAll, { ...parameters, ...spendingParameters([spending]), amount, most });
}

const { wanted } = spendingArms(sql`begun`);
const spendShown = statement<boolean>(
  "spend_shown_to_staff",
  {
    begun: sql`select 1`,
    wanted,
    spent: sql`insert into budgets as b (merchant_id, budget, subject, started_at, ends_at, spent, most)
      select ${p("merchantId")}, budget, subject, started_at, ends_at,
        least(${p("amount")}::int, most), most
      from wanted order by budget, subject
      ${sql.raw(spendLastOrRenew)}
      returning b.budget`,
  },
  sql`to_json(${spentOrRefuse})`,
);

/**
 * Spends `amount` from each budget, as long as something is left. If a budget is used up, spends nothing: the
 * statement then fails, and `withinBudgets` throws the refusal.
 */
export async function spendUntilUsedUp(
  { db, ...parameters }: Purse,
  spendings: readonly Spending[],
  amount: number,
): Promise<void> {
  await run(db, spendShown, { ...parameters, ...spendingParameters(spendings), amount });
}

/**
 * Returns a subject's budget as a `SpentBudget`. Null if it has something left. Reads the parameter
 * `merchantId`. In a statement that also spends, the result would be the state before the spending.
 */
export const spentBudgetOf = (budget: BudgetName, subject: SQL): SQL =>
  rowsOf(b, {
    where: [
      eq(b.budget, sql.raw(`'${budget}'`)),
      eq(b.subject, subject),
      gt(b.endsAt, now),
      gte(b.spent, b.most),
    ],
  }).one({
    budget: b.budget,
    most: b.most,
    secondsLeft: sql`extract(epoch from ${b.endsAt} - ${now})`,
  });

/**
 * The used-up budget of the parameter `budgets` whose period ends last, as a `SpentBudget`. Null if every budget
 * has something left. In a statement that also spends, the result would be the state before the spending.
 */
export const spentBudgetDoc: SQL = sql`(select json_build_object('budget', b.budget, 'most', w.most,
      'secondsLeft', extract(epoch from b.ends_at - ${now}))
    from json_to_recordset(${p("budgets")}) as w (budget text, subject text, most int)
      join budgets b on b.budget = w.budget and b.subject = w.subject
    where b.merchant_id = ${p("merchantId")} and b.ends_at > ${now} and b.spent >= w.most
    order by b.ends_at desc limit 1)`;

const find = statement<SpentBudget | null>("find_spent_budget", {}, spentBudgetDoc);

/** Reads the used-up budget whose period ends last. Null if every budget has something left. */
function findSpentBudget(
  { db, ...parameters }: Purse,
  spendings: readonly Spending[],
): Promise<SpentBudget | null> {
  return run(db, find, { ...parameters, ...spendingParameters(spendings) });
}

/**
 * A budget's period can end between the refusal and the look-up of the reason. This cannot happen three times
 * in a row.
 */
const TRIES = 3;

/**
 * Runs `work`, a statement that spends. If it fails because a budget is used up, throws `refusalOf` of that
 * budget. Runs `work` again if the budget's period ended meanwhile.
 */
export async function withinBudgets<Result>(
  purse: Purse,
  spendings: readonly Spending[],
  work: () => Promise<Result>,
  refusalOf: (spent: SpentBudget) => Refusal = overBudget,
): Promise<Result> {
  for (let tries = 0; tries < TRIES; tries++)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GuardRefused) || error.guard !== GUARD) throw error;
      const spent = await findSpentBudget(purse, spendings);
      if (spent) throw new Failure(refusalOf(spent));
    }
  throw new Failure(tooBusy);
}
