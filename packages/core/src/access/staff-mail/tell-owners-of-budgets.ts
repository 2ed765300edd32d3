import type { CoreDeps } from "../../context.ts";
import { prepareStaffMessage } from "../../messages/index.ts";
import { budgetMail } from "./budget-mail.rules.ts";
import { findUntoldBudgets, queueBudgetNews } from "./budget-news.sql.ts";

const DAY_SECONDS = 86_400;

/**
 * Mails each owner of a merchant once per period of a spent budget, even if several processes check.
 * Returns the number of queued mails.
 */
export async function tellOwnersOfBudgets(deps: CoreDeps): Promise<number> {
  let mails = 0;
  for (const ranOut of await findUntoldBudgets(deps.db, deps.clockOffsetMs))
    mails += await queueBudgetNews(deps, ranOut, (news) =>
      news.owners.map((to) =>
        prepareStaffMessage(deps, {
          merchantId: ranOut.merchantId,
          code: "staff_limit_reached",
          to,
          message: budgetMail(ranOut.budget, news),
          secondsToLive: DAY_SECONDS,
        }),
      ),
    );
  return mails;
}
