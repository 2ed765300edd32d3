import { schema } from "@stampbook/db";
import type { CallKey } from "../../foundation/writing/index.ts";
import { dueMember } from "../../spending/redeeming/redeem-voucher/redeem-voucher.cases.ts";
import { namedBy, type OpenHarness } from "../../testing/index.ts";
import { manyMembers, openOffice } from "../../testing/operation/members.ts";
import { noonZone } from "../../testing/operation/noon.ts";
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
    storeExists: { call: { storeId: null, storeCode: "NOPE" } },
    storeIsCallers: { call: { allowedStores: [] } },
    storeIsActive: { store: { isActive: false } },
    memberExists: { call: { email: "nobody@example.com" } },
    memberIsNotBlocked: { membership: { isBlocked: true } },
    customerIsActive: { customer: { isActive: false } },
    memberIsActive: { membership: { status: 300 } },
    memberIsNamed: { customer: { registrationStatus: "Partial" } },
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
    key: ({ key, fingerprint }) => ({ key, fingerprint }),
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
