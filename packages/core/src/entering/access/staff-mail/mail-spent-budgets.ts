import type { CoreDeps } from "../../../foundation/context.ts";
import { prepareStaffMessage } from "../../../foundation/messages/index.ts";
import { budgetMail } from "./budget-mail.rules.ts";
import { findUnmailedBudgets, queueBudgetNews } from "./budget-news.sql.ts";

const DAY_SECONDS = 86_400;

/**
 * Mails each owner of a merchant once per period of a spent budget, even if several processes check.
 * Returns the number of queued mails.
 */
export async function mailSpentBudgets(deps: CoreDeps): Promise<number> {
  let mails = 0;
  for (const spentBudget of await findUnmailedBudgets(deps.db, deps.clockOffsetMs))
    mails += await queueBudgetNews(deps, spentBudget, (news) =>
      news.owners.map((to) =>
        prepareStaffMessage(deps, {
          merchantId: spentBudget.merchantId,
          code: "staff_limit_reached",
          to,
          message: budgetMail(spentBudget.budget, news),
          secondsToLive: DAY_SECONDS,
        }),
      ),
    );
  return mails;
}
