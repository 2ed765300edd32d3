import type { CallKey } from "../../../foundation/writing/index.ts";
import { namedBy, type OpenHarness } from "../../../testing/index.ts";
import {
  anonymized,
  dueMeanwhile,
  dueMember,
  memberExists,
  sameKey,
} from "../../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../../testing/operation/members.ts";
import { type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { type DeductionCall, stampDeductions } from "./deduct-stamps.ts";

type Call = DeductionCall & CallKey;

async function open(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => ({
    ...namedBy((await member(parts, twin)).email),
    deduction: await t.deps.ids.take(merchant.id, "stamp_deductions"),
    ...{ stamps: 3, notes: "Counted twice" },
    ...(await recorded()),
    ...parts.call,
  });
  return { merchant, call };
}

export const deducting = tested({
  operation: stampDeductions,
  open,
  cases: {
    memberExists,
    stampsAreHeld: { membership: { stamps: 2 } },
  },
  onlyWords: ["memberExists"],
  due: dueMember,
  gone: anonymized,
  dueMeanwhile,
  fine: [{ membership: { stamps: 3, isBlocked: true, status: 300 } }],
  meanwhile: { stampsAreHeld: "stamps = 2" },
  shares: {
    customerId: ({ email }) => ({ email }),
    ...sameKey,
  },
  many: (t) =>
    manyMembers(t, ({ id, email }, recorded) => ({
      ...{ ...namedBy(email), deduction: id, stamps: 3, notes: "Counted twice" },
      ...recorded,
    })),
});
