import { schema } from "@stampbook/db";
import type { CallKey } from "../../foundation/writing/index.ts";
import { namedBy, type OpenHarness } from "../../testing/index.ts";
import { past, today } from "../../testing/operation/days.ts";
import { anonymized, memberExists, sameKey } from "../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../testing/operation/members.ts";
import { type Parts, type Shop, tested } from "../../testing/operation/tested.ts";
import { levelsGiven, type SetLevelCall } from "./set-level.ts";

type Call = SetLevelCall & CallKey;

const upgrade = { level: 200, upgradeOnly: true, endDate: null, storeId: null };

/** A merchant with the levels 100, 200 and 300, whose members have the level 100. */
export async function openLevels(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const { id: merchantId } = merchant;
  for (const level of [200, 300])
    await t.db.insert(schema.levels).values({ merchantId, level, name: `Level ${level}` });
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => ({
    ...namedBy((await member(parts, twin)).email),
    change: await t.deps.ids.take(merchantId, "level_changes"),
    ...upgrade,
    ...(await recorded()),
    ...parts.call,
  });
  return { merchant, call };
}

export const givingLevels = tested({
  operation: levelsGiven,
  open: openLevels,
  cases: {
    memberExists,
    levelExists: { call: { level: 250 } },
    levelEndsLater: { call: { endDate: past } },
    levelIsNotLower: { membership: { level: 300 } },
  },
  onlyWords: ["memberExists"],
  gone: anonymized,
  fine: [
    { call: { endDate: today } },
    { membership: { level: 200, isBlocked: true, status: 300 } },
    { membership: { level: 300 }, call: { upgradeOnly: false } },
  ],
  meanwhile: { levelIsNotLower: "level = 300" },
  shares: {
    customerId: ({ email }) => ({ email }),
    ...sameKey,
  },
  queued: ["customerId"],
  many: (t) =>
    manyMembers(t, ({ id, email }, recorded) => ({
      ...{ ...namedBy(email), change: id, ...upgrade, level: 100, endDate: "2099-01-01" },
      ...recorded,
    })),
});
