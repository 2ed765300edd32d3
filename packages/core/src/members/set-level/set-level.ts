import { sql } from "drizzle-orm";
import { auditOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { unknownCustomer } from "../../foundation/failures.ts";
import { kept, keyOf } from "../../foundation/writing/index.ts";
import { audit, lastDay, level, member, merchant } from "../../machinery/facts/index.ts";
import { operation, send } from "../../machinery/kernel/index.ts";
import type { Identifier } from "../../people/customers/index.ts";
import { findStore, type StoreRef } from "../../running/merchants/index.ts";

/** A level that is given by hand. */
type LevelGiven = {
  /** The level's code. */
  readonly level: number;
  /** Whether to refuse a level below the member's. */
  readonly upgradeOnly: boolean;
  /** The last day of the level, `YYYY-MM-DD` in the merchant's zone. Null: it has no end. */
  readonly endDate: string | null;
  /** The store that gives the level, for the history. */
  readonly store?: StoreRef | null;
};

const { code: _, ...unknown } = unknownCustomer;

/** Gives members a level. */
export const levelsGiven = operation({
  name: "members.setLevel",
  statement: "set_levels",
  call: {},
  sees: [merchant.found, member.levelFound, level.found, lastDay.found, audit.found],
  checks: [
    {
      memberExists: {
        ...member.exists,
        code: "user_has_no_membership",
        words: (_seen, _call, { merchant }) => ({
          ...unknown,
          message: `User does not have membership in ${merchant.name}`,
        }),
      },
      levelExists: level.exists,
      levelEndsLater: lastDay.isToCome(
        level.endDate,
        ({ endDate }: Pick<LevelGiven, "endDate">) => endDate,
        { field: "end_date", rule: "a level ends today or later" },
      ),
      levelIsNotLower: level.isNotLower,
    },
  ],
  once: ["customerId"],
  locks: [level.locked, member.customerLocked],
  change: (isOwned) => sql`select l.* from locked l where ${isOwned}`,
  writes: {
    given: level.give,
    history: level.history,
    entry: audit.entries({
      action: "members.setLevel",
      rows: "given",
      subject: audit.ofCustomer,
      details: `json_build_object(
    'level', json_build_object('from', d.level_before, 'to', d.level),
    'level_until', json_build_object('from', d.level_until, 'to', d.end_date))`,
    }),
  },
  frame: sql<object>`json_build_object()`,
  changed: sql<object>`json_build_object()`,
});

/** The answer to a level says nothing more than that it is given. */
export const keptLevel = kept(levelsGiven, () => undefined);

/** The values that one call sends, without its idempotency key. */
export type SetLevelCall = Parameters<typeof levelsGiven.refuse>[1];

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
  const call = {
    change: await ctx.ids.take(ctx.caller.merchant.id, "level_changes"),
    ...member.callOf(ctx, user),
    ...{ level, upgradeOnly, endDate },
    storeId: store === null ? null : await findStore(ctx, store),
    ...(await auditOf(ctx, { subject: "" })),
    ...keyOf(ctx),
  };
  await send(ctx, levelsGiven, call, { subjects: member.subjects, recordedAs: null });
}
