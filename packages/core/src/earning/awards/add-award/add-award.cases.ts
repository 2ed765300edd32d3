import type { CallKey } from "../../../foundation/writing/index.ts";
import { namedBy, type OpenHarness } from "../../../testing/index.ts";
import { past, today } from "../../../testing/operation/days.ts";
import {
  anonymized,
  dueMeanwhile,
  dueMember,
  memberExists,
  sameKey,
  storeCases,
} from "../../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../../testing/operation/members.ts";
import { type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { type AwardCall, awards } from "./add-award.ts";

type Call = AwardCall & CallKey;

const gift = { allowedStores: null, stamps: 3, notes: "Forgot the card", expiresOn: null };

async function open(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const store = await t.given.store(merchant, parts.store);
    return {
      ...namedBy((await member(parts, twin)).email),
      award: await t.deps.ids.take(merchant.id, "stamp_awards"),
      ...{ storeId: store.id, storeCode: store.code, ...gift },
      ...(await recorded()),
      ...parts.call,
    };
  };
  return { merchant, call };
}

export const awarding = tested({
  operation: awards,
  open,
  cases: {
    ...storeCases,
    memberExists,
    stampsCanBeSpent: { call: { expiresOn: past } },
  },
  onlyWords: ["storeExists", "memberExists"],
  due: dueMember,
  gone: anonymized,
  dueMeanwhile,
  fine: [
    { call: { expiresOn: today } },
    { call: { storeId: null, storeCode: null, allowedStores: [] } },
    { customer: { isActive: false }, membership: { isBlocked: true, status: 300 } },
  ],
  meanwhile: {},
  shares: {
    customerId: ({ email }) => ({ email }),
    ...sameKey,
  },
  queued: ["customerId"],
  many: (t) =>
    manyMembers(t, ({ id, email }, recorded) => ({
      ...{ ...namedBy(email), award: id, storeId: null, storeCode: null },
      ...{ ...gift, ...recorded },
    })),
});
