import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import {
  anonymized,
  dueMeanwhile,
  dueMember,
  sameKey,
} from "../../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../../testing/operation/members.ts";
import { type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { type AdjustmentCall, adjustments } from "./adjust-stamps.ts";

type Call = AdjustmentCall & CallKey;

async function open(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => ({
    customer: twin ? twin.customer : (await member(parts)).id,
    delta: -3,
    ...(await recorded()),
    ...parts.call,
  });
  return { merchant, call };
}

export const adjusting = tested({
  operation: adjustments,
  open,
  cases: {
    memberExists: { call: { customer: 999 } },
    stampsAreHeld: { membership: { stamps: 2 } },
  },
  onlyWords: ["memberExists"],
  due: dueMember,
  gone: anonymized,
  dueMeanwhile,
  fine: [
    { membership: { stamps: 3, isBlocked: true, status: 300 } },
    { membership: { stamps: 0 }, call: { delta: 1 } },
  ],
  meanwhile: { stampsAreHeld: "stamps = 2" },
  shares: {
    customerId: ({ customer }) => ({ customer }),
    ...sameKey,
  },
  many: async (t) => {
    const many = await manyMembers(t, ({ id: customer }, recorded) => ({
      ...{ customer, delta: -3 },
      ...recorded,
    }));
    return { ...many, scans: 6 };
  },
});
