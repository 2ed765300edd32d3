import type { CallKey } from "../../../foundation/writing/index.ts";
import {
  anonymized,
  dueMember,
  past,
} from "../../../spending/redeeming/redeem-voucher/redeem-voucher.cases.ts";
import { namedBy, type OpenHarness } from "../../../testing/index.ts";
import { manyMembers, openOffice } from "../../../testing/operation/members.ts";
import { today } from "../../../testing/operation/noon.ts";
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
    storeExists: { call: { storeId: null, storeCode: "NOPE" } },
    storeIsCallers: { call: { allowedStores: [] } },
    storeIsActive: { store: { isActive: false } },
    memberExists: { call: { email: "nobody@example.com" } },
    stampsCanBeSpent: { call: { expiresOn: past } },
  },
  onlyWords: ["storeExists", "memberExists"],
  due: dueMember,
  gone: anonymized,
  dueMeanwhile: { table: "memberships", change: `next_expiry_on = '${past}'` },
  fine: [
    { call: { expiresOn: today } },
    { call: { storeId: null, storeCode: null, allowedStores: [] } },
    { customer: { isActive: false }, membership: { isBlocked: true, status: 300 } },
  ],
  meanwhile: {},
  shares: {
    customerId: ({ email }) => ({ email }),
    key: ({ key, fingerprint }) => ({ key, fingerprint }),
  },
  queued: ["customerId"],
  many: (t) =>
    manyMembers(t, ({ id, email }, recorded) => ({
      ...{ ...namedBy(email), award: id, storeId: null, storeCode: null },
      ...{ ...gift, ...recorded },
    })),
});
