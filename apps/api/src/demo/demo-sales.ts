import { addAward, deductStamps } from "@stampbook/core/awards";
import type { CoreContext } from "@stampbook/core/context";
import { setLevel } from "@stampbook/core/members";
import { addSale, type SaleInput } from "@stampbook/core/sales";

const DAY_MS = 86_400_000;
const KEMANG = 32;
const LOSARI = 33;

const plain: Omit<SaleInput, "store" | "user" | "invoiceNumber" | "total"> = {
  people: 1,
  soldAt: null,
  subtotal: null,
  discount: null,
  serviceCharge: null,
  tax: null,
  channel: 2,
  type: 2,
  items: [],
  payments: [],
  stamps: null,
  employeeCode: null,
  extraData: null,
};

const line = { stamps: null, isEligible: true, extraData: null } as const;
const breakfast: SaleInput["items"] = [
  { ...line, product: "Kaya Bun", quantity: "2.000", subtotal: "48000.00" },
  { ...line, product: "Iced Coffee", quantity: "2.000", subtotal: "64000.00" },
  { ...line, product: "Tumbler", quantity: "1.000", subtotal: "90000.00", isEligible: false },
];

type DemoSale = readonly [daysAgo: number, store: number, user: string | null, total: string];

/** The first three sales are so old that their stamps, valid for 180 days, expire within two weeks. */
const sales: readonly DemoSale[] = [
  [178, KEMANG, "M0101", "450000.00"],
  [175, KEMANG, "M0119", "180000.00"],
  [169, LOSARI, "M0124", "220000.00"],
  [34, LOSARI, "M0101", "125000.00"],
  [27, KEMANG, "M0119", "96000.00"],
  [20, KEMANG, "M0102", "310000.00"],
  [16, LOSARI, "M0113", "74000.00"],
  [13, KEMANG, "M0101", "188000.00"],
  [9, KEMANG, "M0116", "55000.00"],
  [6, LOSARI, "M0119", "143000.00"],
  [4, KEMANG, "M0124", "88000.00"],
  [2, KEMANG, "M0101", "205000.00"],
  [1, KEMANG, "M0118", "62000.00"],
  [1, LOSARI, "M0113", "119000.00"],
  [0, KEMANG, "M0119", "78000.00"],
  // a customer who did not show a card
  [0, KEMANG, null, "45000.00"],
];

/** Records each sale with `addSale`, as a till does, with the clock set to the sale's day. */
export async function makeDemoSales(ctx: CoreContext): Promise<void> {
  for (const [index, [daysAgo, store, user, total]] of sales.entries()) {
    const onItsDay = { ...ctx, clockOffsetMs: ctx.clockOffsetMs - daysAgo * DAY_MS };
    const invoiceNumber = `POS-${2_001 + index}`;
    await addSale(onItsDay, { ...plain, store, user, invoiceNumber, total });
  }
  await addSale(ctx, {
    ...plain,
    ...{ store: KEMANG, user: "M0101", invoiceNumber: "POS-2101", people: 2 },
    ...{ total: "202000.00", items: breakfast },
    payments: [
      { method: "QRIS", value: "152000.00", countsForLevels: true },
      { method: "GIFT", value: "50000.00", countsForLevels: true },
    ],
  });
}

/** Records two awards, a deduction, and two higher levels that end in 60 days. */
export async function makeDemoGifts(ctx: CoreContext, today: Date): Promise<void> {
  const inDays = (days: number) =>
    new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const daysAgo = (days: number) => ({ ...ctx, clockOffsetMs: ctx.clockOffsetMs - days * DAY_MS });
  const ayu = { user: "M0101", store: KEMANG };
  await addAward(daysAgo(12), { ...ayu, stamps: 5, notes: "Birthday", expiresOn: inDays(30) });
  await addAward(daysAgo(5), { ...ayu, stamps: 3, notes: "Order came late", expiresOn: null });
  await deductStamps(daysAgo(3), { user: "M0101", stamps: 2, notes: "Counted twice" });
  const raised = { upgradeOnly: true, endDate: inDays(60) };
  await setLevel(daysAgo(8), { ...raised, user: "M0124", level: 200 });
  await setLevel(daysAgo(6), { ...raised, user: "M0113", level: 300 });
}
