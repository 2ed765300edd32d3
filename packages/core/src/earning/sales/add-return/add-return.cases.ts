import { schema } from "@stampbook/db";
import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { today } from "../../../testing/operation/days.ts";
import { type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { manyEntries, manySold, ofSale, openSold } from "../sold.cases.ts";
import { type ReturnCall, returns } from "./add-return.ts";

/** A day before every sale. At 11:30 in UTC it is this day in each zone that tests use. */
const long = "2020-01-01";

type Call = ReturnCall & CallKey;

const content = { stampsEarned: 9 };
/** A return, and a sale that has nothing left, which withdraws the vouchers that it issued. */
const computed = {
  asked: { total: "0.00", subtotal: null, items: [], payments: [], stamps: null },
  ...{ total: "0.00", subtotal: null, spending: "0.00", stampsEarned: 8, takes: 1 },
  ...{ items: [], payments: [], before: content, after: content },
  ...{ returnStore: 1, returnedAt: null, digest: "d", adds: 0, others: {}, keepIssued: false },
  ...{ mayCancelOld: true, isExplained: true },
};

/** A call returns goods of a new sale. With a twin, it returns some of the twin's sale. */
export async function openReturned(t: OpenHarness): Promise<Shop<Call>> {
  const {
    merchant,
    sold,
    columns: columnsOf,
    store,
  } = await openSold(t, {
    spentStampsOnReturn: "refuse",
  });
  let numbers = 0;
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const modification = await t.deps.ids.take(merchant.id, "transaction_modifications");
    const own = { modification, returnInvoiceNumber: `R-${++numbers}`, returnStore: store };
    if (twin)
      return {
        ...twin,
        ...(await columnsOf(twin.transaction)),
        ...{ replayedTo: twin.replayedTo, computedFrom: twin.computedFrom },
        ...own,
      };
    const { columns, computed: from } = await sold(parts);
    const made = { ...columns, ...computed, ...from, ...own, ...parts.call };
    if (!parts.recorded) return made;
    await t.db.insert(schema.transactionModifications).values({
      ...{ merchantId: merchant.id, id: modification, transactionId: columns.transaction },
      ...{ total: "0.00", subtotal: "0.00", items: [], stamps: 0, createdBy: "token:1" },
      ...{ returnStoreId: store, returnInvoiceNumber: made.returnInvoiceNumber, outcome: {} },
      businessDay: made.returnedAt ? long : today,
      ...parts.recorded,
    });
    return { ...made, modification: modification + 1_000_000 };
  };
  return { merchant, call };
}

const { status: _, ...asSeen } = ofSale.asSeen;

export const returning = tested({
  operation: returns,
  open: openReturned,
  ...ofSale,
  cases: {
    ...ofSale.cases,
    returnIsNew: { recorded: { digest: "another" } },
    saleIsNotCanceled: { sale: { isCanceled: true } },
    isRecentEnough: {
      call: { mayCancelOld: false },
      sale: { createdAt: new Date(Date.now() - 48 * 3_600_000).toISOString() },
    },
    reasonIsGiven: { call: { isExplained: false } },
    returnIsTimely: { call: { returnedAt: `${long}T11:30:00Z` } },
    issuedAreUnspent: { voucher: { remainingValue: "9.99" } },
    stampsAreLeft: { membership: { stamps: 0 } },
  },
  onlyWords: ["saleExists"],
  fine: [{ membership: { stamps: 1, isBlocked: true, status: 300 } }],
  asSeen: { ...asSeen, version: "discount = 1" },
  meanwhile: { stampsAreLeft: "stamps = 0" },
  queued: ["whose"],
  many: (t) =>
    manySold(t, (modification) => ({
      ...{ modification, ...computed, returnInvoiceNumber: `R-${modification}` },
      ...{ replayedTo: manyEntries, replayed: 9, computedFrom: null },
    })),
});
