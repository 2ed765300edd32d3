import { type Db, GuardRefused, now, rowsOf, run, schema, statement } from "@stampbook/db";
import { eq, gt, gte, type SQL, sql } from "drizzle-orm";
import type { OpenContext } from "../context.ts";
import { Failure, type Refusal, tooBusy } from "../failures.ts";
import { overBudget, type Spending, type SpentBudget } from "./budget.rules.ts";
import { spendOrRenew } from "./spending.sql.ts";

const { budgets: b } = schema;
const p = sql.placeholder;
const GUARD = "budget";

/** The database, the merchant of the budgets, and the offset of its clock. */
export type Purse = {
  readonly db: Db;
  readonly merchantId: number;
  readonly offsetMs: number;
};

/** The `Purse` of the caller's merchant. */
export function purseOf({ db, clockOffsetMs, caller }: OpenContext): Purse {
  return { db, merchantId: caller.merchant.id, offsetMs: clockOffsetMs };
}

/** The spendings as a statement's parameter. */
export function spendingParameters(spendings: readonly Spending[]): { readonly budgets: string } {
  return { budgets: JSON.stringify(spendings) };
}

/**
 * Spends `amount` from each budget in the parameters that has as much left, if the CTE `from` has a row. Rows
 * are locked in one order, so that statements cannot deadlock.
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
      returning b.budget`,
  };
}

/** True if every budget of `spendingArms` had enough left. */
export const hasSpent: SQL = sql`((select count(*) from spent) = (select count(*) from wanted))`;

/**
 * True if every budget in the parameters has something left. Takes no lock: parallel calls may all see true.
 */
export const nothingIsSpent: SQL = sql`not exists (select 1
  from json_to_recordset(${p("budgets")}) as x (budget text, subject text, most int)
    join budgets b on b.budget = x.budget and b.subject = x.subject
  where b.merchant_id = ${p("merchantId")} and b.ends_at > ${now} and b.spent >= x.most)`;

/** Fails the whole statement if a budget has too little left, so that nothing is spent from the others. */
export const spentOrRefuse: SQL = sql`(case when ${hasSpent} then true
  else stampbook_refuse('${sql.raw(GUARD)}') end)`;

const spend = statement<boolean>(
  "spend_budgets",
  { begun: sql`select 1`, ...spendingArms(sql`begun`) },
  sql`to_json(${spentOrRefuse})`,
);

/**
 * Spends once from each budget, or from none if one is spent: then the guard refuses, and `withinBudgets`
 * throws the reason.
 */
export async function spendBudgets(
  { db, ...parameters }: Purse,
  spendings: readonly Spending[],
): Promise<void> {
  await run(db, spend, { ...parameters, ...spendingParameters(spendings) });
}

const find = statement<SpentBudget | null>(
  "find_spent_budget",
  {
    wanted: sql`select * from json_to_recordset(${p("budgets")})
      as x (budget text, subject text, most int)`,
  },
  sql`(select json_build_object('budget', b.budget, 'most', w.most,
      'secondsLeft', extract(epoch from b.ends_at - ${now}))
    from wanted w join budgets b on b.budget = w.budget and b.subject = w.subject
    where b.merchant_id = ${p("merchantId")} and b.ends_at > ${now} and b.spent >= w.most
    order by b.ends_at desc limit 1)`,
);

/**
 * A `SpentBudget`, or null if something is left; reads `merchantId`, `budget` and `budgetSubject`, for
 * statements that only read.
 */
export const spentBudgetDoc: SQL = rowsOf(b, {
  where: [
    eq(b.budget, p("budget")),
    eq(b.subject, p("budgetSubject")),
    gt(b.endsAt, now),
    gte(b.spent, b.most),
  ],
}).one({
  budget: b.budget,
  most: b.most,
  secondsLeft: sql`extract(epoch from ${b.endsAt} - ${now})`,
});

/** The spent budget with the latest end among these; null if none is spent. */
export function findSpentBudget(
  { db, ...parameters }: Purse,
  spendings: readonly Spending[],
): Promise<SpentBudget | null> {
  return run(db, find, { ...parameters, ...spendingParameters(spendings) });
}

/** A budget can renew between the refusal and the look-up of the reason, but not three times in a row. */
const TRIES = 3;

/**
 * Runs a statement that spends. Throws the refusal if a budget was spent. If the budget was renewed
 * meanwhile, the statement runs again.
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
