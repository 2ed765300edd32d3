import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { anonymized, sameKey } from "../../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../../testing/operation/members.ts";
import { type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { type ForgivenCall, forgiven } from "./forgive-stamps.ts";

type Call = ForgivenCall & CallKey;

async function open(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => ({
    customer: twin
      ? twin.customer
      : (await member({ ...parts, membership: { stampsOwed: 3, ...parts.membership } })).id,
    ...(await recorded()),
    ...parts.call,
  });
  return { merchant, call };
}

export const forgiving = tested({
  operation: forgiven,
  open,
  cases: {
    memberExists: { call: { customer: 999 } },
    stampsAreOwed: { membership: { stampsOwed: 0 } },
  },
  onlyWords: ["memberExists"],
  gone: anonymized,
  fine: [{ membership: { stampsOwed: 1, isBlocked: true, status: 300 } }],
  meanwhile: { stampsAreOwed: "stamps_owed = 0" },
  shares: {
    customerId: ({ customer }) => ({ customer }),
    ...sameKey,
  },
  many: async (t) => {
    const many = await manyMembers(t, ({ id: customer }, recorded) => ({ customer, ...recorded }));
    const { memberships: ms } = schema;
    await t.db.update(ms).set({ stampsOwed: 3 }).where(eq(ms.merchantId, many.merchantId));
    return { ...many, scans: 6 };
  },
});
