import {
  countShownCustomers,
  limitedSpending,
  noteSpent,
  purseOf,
  spendBudgets,
  withinBudgets,
} from "../foundation/budgets/index.ts";
import { limitsOf } from "../foundation/caller-limits.rules.ts";
import { emailKeyOf, memberIdKey } from "../foundation/comparing.rules.ts";
import { actorOf, type CoreContext } from "../foundation/context.ts";
import { mostOf } from "../foundation/limits.rules.ts";
import { spendableStamps } from "../holding/stamps/index.ts";
import { e164Beginnings } from "../people/customers/index.ts";
import { memberIdsOf } from "./member.rules.ts";
import { selectSuggestions } from "./suggestions.sql.ts";
import type { MemberSuggested } from "./types.ts";

/**
 * Lists at most `mostOf.suggestions` members whose Member ID, mobile number, email, name or last name begins
 * with the text. Matches by Member ID come first, then by mobile number, and so on. A token spends a
 * search, and its budgets of shown customers. Throws `too_many_attempts` if one is spent.
 */
export async function suggestMembers(
  ctx: CoreContext,
  text: string,
): Promise<readonly MemberSuggested[]> {
  if (ctx.caller.kind === "token") {
    const { suggestions } = limitsOf(ctx.caller);
    const searches = [limitedSpending("suggestionsOfCaller", actorOf(ctx.caller), suggestions)];
    const spend = () => spendBudgets(purseOf(ctx), searches);
    noteSpent(ctx, await withinBudgets(purseOf(ctx), searches, spend));
  }
  const numbers = e164Beginnings(text, ctx.caller.merchant.country);
  const { members } = await countShownCustomers(ctx, mostOf.suggestions, (budgets) =>
    selectSuggestions(ctx, {
      ...{ text, memberId: memberIdKey(text), email: emailKeyOf(text), numbers },
      ...budgets,
    }),
  );
  return members.map(({ customer, membership, otherMemberIds, due }) => ({
    customer,
    membership: { ...membership, stamps: spendableStamps(membership.stamps, due) },
    memberIds: memberIdsOf(customer, otherMemberIds),
  }));
}
