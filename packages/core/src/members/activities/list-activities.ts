import { countShownCustomers } from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../foundation/failures.ts";
import { type Identifier, identifierForms, readIdentifier } from "../../people/customers/index.ts";
import { selectActivities } from "./activities.sql.ts";
import type { Activity } from "./types.ts";

const PAGE = 20;

/**
 * Returns at most 20 of a customer's activities, the newest first. `before` is the last id of the previous
 * page. A cancel changes the status of its activity. Leaves out what happened in stores that are not the
 * caller's. A token spends its budgets of shown customers. Throws `invalid_user` and `too_many_attempts`.
 * Interface 3, section 1.
 */
export async function listActivities(
  ctx: CoreContext,
  user: Identifier,
  before: number | null,
): Promise<readonly Activity[]> {
  const ref = readIdentifier(user, identifierForms, ctx.caller.merchant.country);
  const { activities } = await countShownCustomers(ctx, 1, (budgets) =>
    selectActivities(ctx, ref, { ...budgets, before, limit: PAGE }),
  );
  if (!activities) throw new Failure(unknownCustomer);
  return activities;
}
