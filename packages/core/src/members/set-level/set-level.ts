import { auditOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { type Identifier, identifierForms, readIdentifier } from "../../customers/index.ts";
import { findStore } from "../../merchants/index.ts";
import { again, keyOf } from "../../writing/index.ts";
import { type LevelGiven, refuseSetLevel } from "./set-level.rules.ts";
import { levelsGiven, operation, type SetLevelCall } from "./set-level.sql.ts";

/**
 * Gives a member a level by hand, up to and including `endDate`. Null: the level has no end. The history and
 * the audit log record each change. Throws `user_has_no_membership` for an unknown member, `invalid_store`
 * and `permission_denied` for the store, `invalid_choice` for an unknown level, `invalid` for a day that has
 * passed, and `downgrade_not_allowed`. Interface 2, section 5.
 */
export async function setLevel(
  ctx: CoreContext,
  input: LevelGiven & { readonly user: Identifier },
): Promise<void> {
  const { user, level, upgradeOnly, endDate, store = null } = input;
  const { merchant } = ctx.caller;
  const { id: customer, ...named } = readIdentifier(user, identifierForms, merchant.country);
  const call: SetLevelCall = {
    change: await ctx.ids.take(merchant.id, "level_changes"),
    ...{ ...named, customer, level, upgradeOnly, endDate },
    storeId: store === null ? null : await findStore(ctx, store),
    ...(await auditOf(ctx, { subject: "" })),
    ...keyOf(ctx),
  };
  await again(ctx, {
    operation: { name: operation, statement: levelsGiven, subjects },
    call,
    refuse: (seen) => refuseSetLevel(seen, input, merchant.name),
  });
}

/** The subject of a call (`writing/batch.ts`): the member, under the identifier that the request uses. */
function subjects({ email, memberId, mobileNumber, firstId, customer }: SetLevelCall) {
  return [`customer ${email ?? memberId ?? mobileNumber ?? firstId ?? customer}`];
}
