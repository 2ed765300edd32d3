import {
  countShownCustomers,
  purseOf,
  spendBudgets,
  spendingOf,
  withinBudgets,
} from "../budgets/index.ts";
import { emailKeyOf, memberIdKey } from "../comparing.rules.ts";
import { actorOf, type CoreContext } from "../context.ts";
import { e164Beginnings } from "../customers/index.ts";
import { mostOf } from "../limits.rules.ts";
import { spendableStamps } from "../stamps/index.ts";
import { memberIdsOf } from "./member.rules.ts";
import { selectSuggestions } from "./suggestions.sql.ts";
import type { MemberSuggested } from "./types.ts";

/**
 * Lists at most `mostOf.suggestions` members whose Member ID, mobile number, email, name or last name begins
 * with the text. Matches by Member ID come first, then by mobile number, and so on. A token may search 120
 * times a minute, and spends its budgets of shown customers. Throws `too_many_attempts` if one is spent.
 */
export async function suggestMembers(
  ctx: CoreContext,
  text: string,
): Promise<readonly MemberSuggested[]> {
  if (ctx.caller.kind === "token") {
    const searches = [spendingOf("suggestionsOfCaller", actorOf(ctx.caller))];
    await withinBudgets(purseOf(ctx), searches, () => spendBudgets(purseOf(ctx), searches));
  }
  const numbers = e164Beginnings(text, ctx.caller.merchant.country);
  const found = await countShownCustomers(ctx, mostOf.suggestions, (budgets) =>
    selectSuggestions(ctx, {
      ...{ text, memberId: memberIdKey(text), email: emailKeyOf(text), numbers },
      ...budgets,
    }),
  );
  return found.map(({ customer, membership, otherMemberIds, due }) => ({
    customer,
    membership: { ...membership, stamps: spendableStamps(membership.stamps, due) },
    memberIds: memberIdsOf(customer, otherMemberIds),
  }));
}
