import { schema } from "@stampbook/db";
import type { CallKey } from "../../foundation/writing/index.ts";
import { namedBy, type OpenHarness } from "../../testing/index.ts";
import { noonZone } from "../../testing/operation/days.ts";
import { dueMember, redeemerCases, sameKey } from "../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../testing/operation/members.ts";
import { type Parts, type Shop, tested } from "../../testing/operation/tested.ts";
import { enterVisits, type VisitCall } from "./enter-visit.ts";

type Call = VisitCall & CallKey;

const plain = { allowedStores: null, redeems: true };

async function openShop(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member } = await openOffice(t);
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const { id: storeId, code: storeCode } = await t.given.store(merchant, parts.store);
    const named = namedBy((await member(parts, twin)).email);
    const keyless = { key: null, fingerprint: null };
    return { ...plain, ...keyless, storeId, storeCode, ...named, ...parts.call };
  };
  return { merchant, call };
}

export const entering = tested({
  operation: enterVisits,
  open: openShop,
  cases: {
    ...redeemerCases,
  },
  onlyWords: ["storeExists", "memberExists"],
  due: dueMember,
  fine: [
    {
      call: { redeems: false },
      membership: { isBlocked: true, status: 300 },
      customer: { isActive: false, registrationStatus: "Partial" },
    },
  ],
  meanwhile: {},
  shares: {
    customerId: ({ email }) => ({ email }),
    ...sameKey,
  },
  queued: ["customerId"],
  many: async (t) => {
    const many = await manyMembers(t, ({ email }, { key, fingerprint }) => ({
      ...{ ...plain, storeId: 1, storeCode: "S1", ...namedBy(email), key, fingerprint },
    }));
    const { changes: _, ...unchanged } = many;
    const { merchantId } = many;
    const store = { merchantId, id: 1, code: "S1", codeKey: "S1", name: "Store" };
    await t.db.insert(schema.stores).values({ ...store, timezone: noonZone });
    return unchanged;
  },
});
