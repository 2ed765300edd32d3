import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { manyEntries, manySold, ofSale, openSold } from "../sold.cases.ts";
import { type ModifySaleCall, saleModifications } from "./modify-sale.ts";

type Call = ModifySaleCall & CallKey;

/** A modification by -1,000, and the sale of 90,000 after it. */
const computed = {
  asked: { total: "-1000.00", subtotal: null, items: [], payments: [], stamps: null },
  ...{ total: "89000.00", subtotal: null, spending: "89000.00", stampsEarned: 8, takes: 1 },
  ...{ items: [], payments: [], before: null },
};

/** A call modifies a new sale. With a twin, it modifies the twin's sale. */
export async function openModified(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, sold, columns: columnsOf } = await openSold(t);
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const modification = await t.deps.ids.take(merchant.id, "transaction_modifications");
    if (twin)
      return {
        ...twin,
        ...(await columnsOf(twin.transaction)),
        ...{ replayedTo: twin.replayedTo, computedFrom: twin.computedFrom, modification },
      };
    const { columns, computed: from } = await sold(parts);
    return { ...columns, ...computed, ...from, modification, ...parts.call };
  };
  return { merchant, call };
}

export const modifying = tested({
  operation: saleModifications,
  open: openModified,
  ...ofSale,
  cases: {
    ...ofSale.cases,
    saleIsCreated: { sale: { isCanceled: true } },
    stampsAreLeft: { membership: { stamps: 0 } },
  },
  onlyWords: ["saleExists"],
  fine: [{ membership: { stamps: 1, isBlocked: true, status: 300 } }],
  meanwhile: { stampsAreLeft: "stamps = 0" },
  many: (t) =>
    manySold(t, (modification) => ({
      modification,
      ...computed,
      replayedTo: manyEntries,
      ...{ replayed: 9, computedFrom: null },
    })),
});
