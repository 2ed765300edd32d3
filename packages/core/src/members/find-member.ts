import { countShownCustomers, spendingParameters } from "../foundation/budgets/index.ts";
import type { CoreContext } from "../foundation/context.ts";
import type { CustomerRef } from "../people/customers/index.ts";
import { memberOf } from "./member.rules.ts";
import { readMember } from "./member.sql.ts";
import type { Member } from "./types.ts";

/**
 * Finds a member by an identifier in any of its possible forms. If a token calls, spends its budgets of shown
 * customers (`countShownCustomers`), unless `isCounted` is true. Throws `invalid_data` for an unknown member,
 * and `too_many_attempts` if a budget is spent.
 */
export async function findMember(
  ctx: CoreContext,
  ref: CustomerRef,
  { isCounted = false }: { readonly isCounted?: boolean } = {},
): Promise<Member> {
  return memberOf(
    isCounted
      ? await readMember(ctx, ref, spendingParameters([]))
      : await countShownCustomers(ctx, 1, (budgets) => readMember(ctx, ref, budgets)),
  );
}
