import { type Db, inTransaction, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import {
  type BudgetName,
  hasSpent,
  newsOf,
  spendingArms,
  spendingParameters,
  toldBudgets,
} from "../../budgets/index.ts";
import type { CoreDeps } from "../../context.ts";
import { type QueuedMessage, queueMessage } from "../../messages/index.ts";
import { insertEvent, prepareEvent } from "../../security-events/index.ts";
import type { BudgetNews } from "./budget-mail.rules.ts";

const p = sql.placeholder;

/** An exhausted budget whose owners were not notified yet. */
export type UnmailedBudget = { readonly merchantId: number; readonly budget: BudgetName };

const unmailed = statement<readonly UnmailedBudget[]>(
  "unmailed_budgets",
  {
    // all merchants: this is background work without a caller
    ran_out: sql`select distinct merchant_id, budget from budgets
      where spent >= most and told_at is null and ends_at > (select ${now})
        and budget = any (${p("budgets")}::text::text[])`,
  },
  sql`(select coalesce(json_agg(json_build_object('merchantId', merchant_id, 'budget', budget)
    order by merchant_id, budget), '[]') from ran_out)`,
);

/** All exhausted budgets whose owners were not notified yet, of all merchants. */
export function findUnmailedBudgets(db: Db, offsetMs: number): Promise<readonly UnmailedBudget[]> {
  return run(db, unmailed, { budgets: `{${toldBudgets.join(",")}}`, offsetMs });
}

const take = statement<BudgetNews | null>(
  "take_budget_news",
  {
    marked: sql`update budgets set told_at = ${now}
      where merchant_id = ${p("merchantId")}::bigint and budget = ${p("budget")}::text
        and spent >= most and told_at is null and ends_at > ${now}
      returning most, ends_at`,
    ...spendingArms(sql`marked`),
  },
  sql`(select json_build_object(
      'merchant', json_build_object('name', m.name, 'country', m.country),
      'owners', (select coalesce(json_agg(u.email order by u.email), '[]')
        from staff_members s join staff_users u on u.id = s.user_id
        where s.merchant_id = ${p("merchantId")}::bigint and s.role = 'owner'),
      'most', (select max(most) from marked),
      'until', to_char((select max(ends_at) from marked) at time zone m.timezone, 'YYYY-MM-DD HH24:MI'))
    from merchants m
    where m.id = ${p("merchantId")}::bigint and exists (select 1 from marked) and ${hasSpent})`,
);

/**
 * Marks a budget as reported, queues its mails and records the event in one transaction. Returns the number
 * of mails; none if another process was first, or if the period already had its mail.
 */
export async function queueBudgetNews(
  deps: CoreDeps,
  { merchantId, budget }: UnmailedBudget,
  write: (news: BudgetNews) => readonly QueuedMessage[],
): Promise<number> {
  const { clockOffsetMs: offsetMs } = deps;
  const parameters = { merchantId, budget, offsetMs, ...spendingParameters([newsOf(budget)]) };
  const event = await prepareEvent(deps, {
    merchantId,
    what: "budget-exhausted",
    result: "refused",
    actor: null,
    subject: budget,
  });
  return inTransaction(deps.db, async (db) => {
    const news = await run(db, take, parameters);
    if (!news) return 0;
    await insertEvent(db, event);
    const mails = write(news);
    for (const mail of mails) await queueMessage({ ...deps, db }, merchantId, mail);
    return mails.length;
  });
}
