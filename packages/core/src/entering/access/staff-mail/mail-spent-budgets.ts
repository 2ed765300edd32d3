import { despiteFailures } from "../../../foundation/audit/index.ts";
import type { CoreDeps } from "../../../foundation/context.ts";
import { prepareStaffMessage } from "../../../foundation/messages/index.ts";
import { budgetMail } from "./budget-mail.rules.ts";
import { findUnmailedBudgets, queueBudgetNews, type UnmailedBudget } from "./budget-news.sql.ts";

const DAY_SECONDS = 86_400;

/**
 * Mails each owner of a merchant once per period of a spent budget, even if several processes check.
 * Returns the number of queued mails.
 */
export async function mailSpentBudgets(deps: CoreDeps): Promise<number> {
  let mails = 0;
  const mail = async (spent: UnmailedBudget) => {
    mails += await queueBudgetNews(deps, spent, (news) =>
      news.owners.map((to) =>
        prepareStaffMessage(deps, {
          merchantId: spent.merchantId,
          code: "staff_limit_reached",
          to,
          message: budgetMail(spent.budget, news),
          secondsToLive: DAY_SECONDS,
        }),
      ),
    );
  };
  return despiteFailures(async (attempt) => {
    for (const spent of await findUnmailedBudgets(deps.db, deps.clockOffsetMs))
      await attempt(() => mail(spent));
    return mails;
  });
}
