import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import type { SaleInput } from "../../earning/sales/types.ts";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import type { OpenHarness } from "../open-harness.ts";
import { mostly } from "./shop-facts.ts";

const amount = fc.constantFrom("0.00", "9999.99", "10000.00", "25000.50", "95000.00");
const line = fc.record({
  product: fc.constantFrom("Kopi", "“é” \\ \n"),
  quantity: fc.constantFrom("1.000", "0.250"),
  subtotal: amount,
  stamps: fc.constantFrom(null, null, 0, 3),
  isEligible: fc.boolean(),
  extraData: fc.constantFrom(null, { size: "L" }),
});
const payment = fc.record({
  method: fc.constantFrom("cash", "Gift", "gift", "points"),
  value: amount,
  countsForLevels: fc.boolean(),
});
const state = fc.record({
  isActive: mostly([true], [false]),
  isBlocked: mostly([false], [true]),
  status: mostly<100 | 200 | 300>([100], [200, 300]),
});

/** Random merchants with two members and a programme, some with past sales, and one to eight calls. */
export const saleWorlds = fc.record({
  timezone: fc.constantFrom("Asia/Jakarta", "Pacific/Kiritimati", "America/Los_Angeles"),
  programme: fc.record({
    earnAmount: mostly(["10000.00", "333.33"], [null]),
    earnStamps: fc.constantFrom(1, 7),
    earnOn: fc.constantFrom("total", "subtotal"),
    earnMaxPerTransaction: fc.constantFrom(null, null, 5),
    earnMaxPerDay: fc.constantFrom(null, 12, 3),
    acceptStampsFromPos: fc.boolean(),
  }),
  multiplier: fc.constantFrom("1.00", "1.25", "0.33"),
  members: fc.tuple(state, state),
  past: fc.constantFrom<"open" | "claimed" | "canceled" | "none">(
    ...(["open", "claimed", "canceled", "none"] as const),
  ),
  kept: fc.boolean(),
  calls: fc.array(
    fc.record({
      user: mostly<0 | 1 | "none" | "nobody">([0, 0, 1, "none"], ["nobody"]),
      userBy: fc.constantFrom<"email" | "memberId">("email", "memberId"),
      storeBy: mostly<"here" | "nothing">(["here"], ["nothing"]),
      within: mostly<"all" | "elsewhere">(["all"], ["elsewhere"]),
      invoice: fc.constantFrom("A", "B", "C", "D", "past", "past"),
      /** The time of the sale, in days from now. Null: the call names no time. */
      day: mostly<number | null>([null, 0, -2], [-400, 3]),
      total: mostly(["95000.00"], ["20000.00"], 4),
      subtotal: fc.constantFrom(null, "80000.00"),
      stamps: fc.constantFrom(null, null, 4),
      items: fc.array(line, { maxLength: 3 }),
      payments: fc.array(payment, { maxLength: 3 }),
      isPlain: fc.boolean(),
      replaces: fc.boolean(),
      key: fc.constantFrom(null, null, "k", "l"),
      fingerprint: mostly(["f"], ["g"], 4),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});
export type SaleFacts = typeof saleWorlds extends fc.Arbitrary<infer F> ? F : never;

type SaleCallMade = { readonly ctx: CoreContext; readonly input: SaleInput };
type Add = (ctx: CoreContext, input: SaleInput) => Promise<unknown>;

const DAY_MS = 86_400_000;
const plain = {
  ...{ people: 1, soldAt: null, total: "95000.00", subtotal: null, discount: null },
  ...{ serviceCharge: null, tax: null, channel: null, type: null, items: [], payments: [] },
  ...{ stamps: null, employeeCode: null, extraData: null },
};

/** Makes the world. With the same `now`, both worlds of a comparison have the same times. */
export async function makeSaleWorld(
  t: OpenHarness,
  facts: SaleFacts,
  { add, now }: { readonly add: Add; readonly now: number },
): Promise<{ readonly merchant: Merchant; readonly calls: readonly SaleCallMade[] }> {
  const { timezone, programme, multiplier, members, past, kept } = facts;
  const { memberships, customers, levels, paymentMethods } = schema;
  const merchant = await t.given.merchant({ timezone, ...programme });
  const { id } = merchant;
  await t.db.update(levels).set({ earnMultiplier: multiplier }).where(eq(levels.merchantId, id));
  const gift = { codeKey: "GIFT", code: "gift", name: "Gift card", earns: false };
  await t.db.insert(paymentMethods).values({ merchantId: id, ...gift });
  const store = await t.given.store(merchant);
  const elsewhere = await t.given.store(merchant);
  const people = [await t.given.customer(merchant), await t.given.customer(merchant)];
  const sale = { ...plain, store: store.id };
  const user = past === "claimed" ? (people[0]?.email ?? "") : null;
  if (past !== "none") await add(t.as(merchant), { ...sale, user, invoiceNumber: "past" });
  const { transactions } = schema;
  if (past === "canceled")
    await t.db
      .update(transactions)
      .set({ status: "Canceled", canceledAt: new Date(now).toISOString(), canceledBy: "token:1" })
      .where(eq(transactions.merchantId, id));
  if (kept) await add(t.keyed(merchant, "k"), { ...sale, user: null, invoiceNumber: "kept" });
  for (const [n, { isActive, isBlocked, status }] of members.entries()) {
    const customerId = people[n]?.id ?? 0;
    await t.db
      .update(customers)
      .set({ isActive })
      .where(and(eq(customers.merchantId, id), eq(customers.id, customerId)));
    await t.db
      .update(memberships)
      .set({ isBlocked, status })
      .where(and(eq(memberships.merchantId, id), eq(memberships.customerId, customerId)));
  }
  const calls = facts.calls.map((call): SaleCallMade => {
    const { caller } = call.within === "all" ? t.as(merchant) : t.within(merchant, [elsewhere.id]);
    const ctx = call.key === null ? t.as(merchant) : t.keyed(merchant, call.key, call.fingerprint);
    const { total, subtotal, items, payments, stamps } = call;
    const content = call.isPlain ? {} : { total, subtotal, items, payments };
    const named = typeof call.user === "number" ? people[call.user]?.[call.userBy] : null;
    return {
      ctx: { ...ctx, caller },
      input: {
        ...{ ...plain, ...content, stamps, invoiceNumber: call.invoice },
        replaceCanceled: call.replaces,
        user: call.user === "nobody" ? "nobody@nowhere.test" : (named ?? null),
        store: call.storeBy === "here" ? store.id : "none",
        soldAt: call.day === null ? null : new Date(now + call.day * DAY_MS).toISOString(),
      },
    };
  });
  return { merchant, calls };
}
