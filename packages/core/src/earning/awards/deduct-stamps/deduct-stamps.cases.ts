import type { CallKey } from "../../../foundation/writing/index.ts";
import {
  anonymized,
  dueMember,
  past,
} from "../../../spending/redeeming/redeem-voucher/redeem-voucher.cases.ts";
import { namedBy, type OpenHarness } from "../../../testing/index.ts";
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
    memberExists: { call: { email: "nobody@example.com" } },
    stampsAreHeld: { membership: { stamps: 2 } },
  },
  onlyWords: ["memberExists"],
  due: dueMember,
  gone: anonymized,
  dueMeanwhile: { table: "memberships", change: `next_expiry_on = '${past}'` },
  fine: [{ membership: { stamps: 3, isBlocked: true, status: 300 } }],
  meanwhile: { stampsAreHeld: "stamps = 2" },
  shares: {
    customerId: ({ email }) => ({ email }),
    key: ({ key, fingerprint }) => ({ key, fingerprint }),
  },
  many: (t) =>
    manyMembers(t, ({ id, email }, recorded) => ({
      ...{ ...namedBy(email), deduction: id, stamps: 3, notes: "Counted twice" },
      ...recorded,
    })),
});
