import {
  type Db,
  inTransaction,
  isHere,
  json,
  now,
  rowsOf,
  run,
  schema,
  statement,
  update,
} from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import {
  type BudgetName,
  hasSpent,
  newsOf,
  spendingArms,
  spendingParameters,
  toldBudgets,
} from "../../../foundation/budgets/index.ts";
import type { CoreDeps } from "../../../foundation/context.ts";
import { type QueuedMessage, queueMessage } from "../../../foundation/messages/index.ts";
import { insertEvent, prepareEvent } from "../../../foundation/security-events/index.ts";
import type { BudgetNews } from "./budget-mail.rules.ts";

const { budgets, merchants, staffMembers: members, staffUsers: users } = schema;

const p = sql.placeholder;

/** An exhausted budget about which the merchant's owners were not notified yet. */
export type UnmailedBudget = { readonly merchantId: number; readonly budget: BudgetName };

const unmailed = statement<readonly UnmailedBudget[]>(
  "unmailed_budgets",
  {
    // reads all merchants, because background work has no caller
    ran_out: sql`select distinct merchant_id, budget from budgets
      where spent >= most and told_at is null and ends_at > (select ${now})
        and budget = any (${p("budgets")}) and ${isHere("merchant_id")}`,
  },
  sql`(select coalesce(json_agg(json_build_object('merchantId', merchant_id, 'budget', budget)
    order by merchant_id, budget), '[]') from ran_out)`,
);

/** The exhausted budgets of all merchants about which the owners were not notified yet. */
export function findUnmailedBudgets(db: Db, offsetMs: number): Promise<readonly UnmailedBudget[]> {
  return run(db, unmailed, { budgets: `{${toldBudgets.join(",")}}`, offsetMs });
}

const take = statement<BudgetNews | null>(
  "take_budget_news",
  {
    marked: update(
      budgets,
      { toldAt: now },
      [
        eq(budgets.budget, p("budget")),
        sql`spent >= most and told_at is null and ${budgets.endsAt} > ${now}`,
      ],
      sql`most, ends_at`,
    ),
    ...spendingArms(sql`marked`),
  },
  rowsOf(merchants, { where: [sql`exists (select 1 from marked)`, hasSpent] }).one({
    merchant: json({ name: merchants.name, country: merchants.country }),
    owners: rowsOf(members, { where: [eq(members.role, sql`'owner'`)] })
      .join(users, eq(users.id, members.userId))
      .value(sql`coalesce(json_agg(${users.email} order by ${users.email}), '[]')`),
    most: sql`(select max(most) from marked)`,
    until: sql`to_char((select max(ends_at) from marked) at time zone ${merchants.timezone},
      'YYYY-MM-DD HH24:MI')`,
  }),
);

/**
 * In one transaction, marks a budget as reported, queues the mails and records the event. Returns the number
 * of mails, which is 0 if another process has reported the budget already, or if the owners already got a
 * mail in this period.
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
