import { json } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import type { Refusal } from "../../../foundation/failures.ts";
import {
  insertStampDebts,
  insertStampEntries,
  returnableStamps,
} from "../../../holding/stamps/index.ts";
import { insertLevelChanges } from "../../../running/levels/index.ts";
import { check, rowOf, updateFrom } from "../../kernel/index.ts";
import { memberships } from "../member.ts";

// What a canceled or modified sale takes back: stamps, and the level that it had given.

type Counted = { readonly due: number; readonly spendable: number };

/** Whether the customer has the stamps that go back. By the merchant's setting they need not have them. */
export const areLeft = (
  words: (needed: number, remaining: number) => Omit<Refusal, "code" | "expected" | "found">,
) =>
  check({
    code: "insufficient_stamps",
    again: "ms",
    holds: (at: { readonly takes: SQL; readonly regained: SQL }) =>
      sql`${at.takes} is null or coalesce(${memberships.stamps}, 0) + ${at.regained} >= ${at.takes}`,
    words: ({ due, spendable }: Counted) => ({
      ...words(due, spendable),
      expected: `${due} stamps`,
      found: `${spendable} stamps`,
    }),
  });

const s = rowOf("s", {
  ...{ customerId: 0, takes: 0, adds: 0, expiresOn: 0, regained: 0, owes: 0, held: 0, owed: 0 },
  ...{ levelBefore: 0, fallenTo: 0, fallenName: 0, fallenUntil: 0 },
});

const added = (adds: boolean) => (adds ? sql` + ${s.adds}` : sql``);

/** Takes the stamps of the sales in `changes` from the members, and the level that the sale had given. */
const takeBack = (changes: string, adds: boolean) =>
  updateFrom(
    memberships,
    {
      stamps: sql`${memberships.stamps} + ${s.regained} - ${s.takes}${added(adds)}`,
      ...(adds && {
        nextExpiryOn: sql`case when ${s.adds} > 0 then least(${memberships.nextExpiryOn}, ${s.expiresOn})
      else ${memberships.nextExpiryOn} end`,
      }),
      stampsOwed: sql`${memberships.stampsOwed} + ${s.regained} + ${s.owes}`,
      entryNumber: sql`${memberships.entryNumber} + case when ${s.regained} > 0 then 2 else 1 end`,
      level: sql`coalesce(${s.fallenTo}, ${memberships.level})`,
      levelUntil: sql`case when ${s.fallenTo} is null then ${memberships.levelUntil} else ${s.fallenUntil} end`,
    },
    {
      from: sql`${sql.raw(changes)} s`,
      where: sql`${memberships.customerId} = ${s.customerId}`,
      returning: sql`s.*, ${memberships.entryNumber}, ${memberships.level} as level_after, ${memberships.levelUntil} as until`,
    },
  );

type Causes = Pick<Parameters<typeof insertStampEntries>[1], "cause" | "causeId"> & {
  /** The cause of the debt for what is not there. */
  readonly debt: "cancel" | "modification" | "return";
  /** The cause of stamps that are added instead. The rows of `changes` then have `adds` and `expires_on`. */
  readonly addition?: "earning_addition";
};

/** The writes that take back stamps and level of the sales in `changes`. */
export const writes = (
  changes: string,
  level: Parameters<typeof insertLevelChanges>[1],
  { debt, addition, ...entry }: Causes,
) => ({
  returned: takeBack(changes, addition !== undefined),
  level_change: sql.raw(insertLevelChanges("returned", level)),
  stamp_entry: sql.raw(
    insertStampEntries(
      "returned",
      {
        ...{ cause: "earning_debt_canceled", causeId: "s.sale_id", delta: "s.regained" },
        ...{ reversedId: "s.sale_id", number: "s.entry_number - 1", where: "s.regained > 0" },
      },
      { ...entry, delta: "-s.takes", reversedId: "s.sale_id", where: "s.takes > 0" },
      ...(addition
        ? [
            {
              ...{ cause: addition, causeId: entry.causeId, delta: "s.adds" },
              ...{ reversedId: "s.sale_id", expiresOn: "s.expires_on", where: "s.adds > 0" },
            },
          ]
        : []),
    ),
  ),
  debt: sql.raw(
    insertStampDebts(
      "returned",
      { cause: "earning_canceled", causeId: "s.sale_id", delta: "s.regained" },
      { cause: debt, causeId: entry.causeId, delta: "s.owes" },
    ),
  ),
});

/** The membership after it, as fields that replace those in the frame. Nulls without a member. */
export const changedIf = (adds: boolean) =>
  json({
    stamps: sql<number>`${s.held} + ${s.regained} - ${s.takes}${added(adds)}`,
    stampsOwed: sql<number>`${s.owed} + ${s.regained} + ${s.owes}`,
    level: sql<number>`coalesce(${s.fallenTo}, ${s.levelBefore})`,
    levelName: sql<string>`case when ${s.fallenTo} is null then b.membership->>'levelName' else ${s.fallenName} end`,
  });

export const changed = changedIf(false);

/** Replays the ledger. Returns the columns of a call that say how many stamps of the sale can go back. */
export async function replayOf(
  ctx: CoreContext,
  customerId: number,
  { sale, spentBefore }: { readonly sale: { readonly id: number }; readonly spentBefore: number },
) {
  const origin = { cause: "earning", causeId: sale.id } as const;
  const { stamps, entryNumber } = await returnableStamps(ctx, customerId, origin);
  return { replayed: Math.max(0, stamps - spentBefore), replayedTo: entryNumber };
}
