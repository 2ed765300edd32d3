import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { past } from "../../../testing/operation/days.ts";
import { type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { manySold, ofSale, openSold } from "../sold.cases.ts";
import { type CancelSaleCall, saleCancels } from "./cancel-sale.ts";

type Call = CancelSaleCall & CallKey;

/** A sale that was recorded then is too old for a cashier. */
const createdAt = new Date(Date.now() - 30.5 * 3_600_000).toISOString();

const plain = { mayCancelOld: true, isExplained: true, keepIssued: false };

/** A call cancels a new sale. */
export async function openSales(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, sold } = await openSold(t);
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const { columns } = await sold(parts, twin);
    return { ...columns, ...plain, ...parts.call };
  };
  return { merchant, call };
}

export const canceling = tested({
  operation: saleCancels,
  open: openSales,
  ...ofSale,
  cases: {
    ...ofSale.cases,
    isRecentEnough: { call: { mayCancelOld: false }, sale: { createdAt } },
    reasonIsGiven: { call: { isExplained: false } },
    issuedAreUnspent: { voucher: { remainingValue: "9.99" } },
    stampsAreLeft: { membership: { stamps: 8 } },
  },
  onlyWords: ["saleExists"],
  fine: [
    { membership: { stamps: 9, isBlocked: true, status: 300 } },
    { call: { mayCancelOld: false } },
    { sale: { isOpen: true }, membership: { nextExpiryOn: past } },
    {
      ...{ sale: { isCanceled: true, createdAt }, membership: { stamps: 0 } },
      call: { mayCancelOld: false, isExplained: false },
    },
    { voucher: { remainingValue: "9.99" }, call: { keepIssued: true } },
    { customer: { anonymizedAt: past } },
  ],
  meanwhile: { stampsAreLeft: "stamps = 8" },
  many: (t) => manySold(t, () => plain),
});
