import { expect } from "vitest";
import { anyMember, earn } from "../../../testing/comparing/earn.ts";
import { testWorlds } from "../../../testing/comparing/run-worlds.ts";
import { type OpenHarness, refusalOf } from "../../../testing/index.ts";
import { makeSaleWorld, type SaleFacts, saleWorlds } from "../../../testing/worlds/sale-worlds.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { methodKeyOf } from "../content.rules.ts";
import type { Programme, SaleContent } from "../earning.rules.ts";
import type { SaleInput } from "../types.ts";
import { previewEarnings } from "./preview-earnings.ts";

const plain = { total: "95000.00", subtotal: null, items: [], payments: [] };

/** Returns a function that says what the next sale of a member of the world earns, by `earn`. */
function earningsIn({ programme, multiplier, members, past }: SaleFacts) {
  const { earnAmount, earnStamps, earnOn, acceptStampsFromPos, ...most } = programme;
  const rules: Programme = {
    ...{ earnAmount, earnStamps, earnOn: earnOn as Programme["earnOn"] },
    ...{ mostPerTransaction: most.earnMaxPerTransaction, mostPerDay: most.earnMaxPerDay },
    acceptsStampsFromPos: acceptStampsFromPos,
  };
  const stampsOf = (sale: Omit<SaleContent, "stamps">, earner: Partial<typeof anyMember>) =>
    earn({ ...sale, stamps: null }, rules, { ...anyMember, multiplier, ...earner }).stamps;
  const sums = [past === "claimed" ? stampsOf(plain, {}) : 0, 0];
  return (who: 0 | 1, { payments, ...sale }: SaleInput) => {
    const paid = payments.map(({ method, value }) => ({
      ...{ value, isEligible: methodKeyOf(method) !== "GIFT" },
    }));
    const { isActive, isBlocked, status } = members[who];
    const canEarn = isActive && !isBlocked && status === 100;
    const earnedThatDay = sums[who] ?? 0;
    const stamps = stampsOf({ ...sale, payments: paid }, { earnedThatDay, canEarn });
    sums[who] = earnedThatDay + stamps;
    return stamps;
  };
}

/** Previews each sale of the generated test data, records it as a new sale, and compares the stamps, also with `earn`. */
async function compare(t: OpenHarness, facts: SaleFacts, met: Set<string>) {
  const { calls } = await makeSaleWorld(t, facts, { add: addSale, now: Date.now() });
  const earningsOf = earningsIn(facts);
  for (const [n, { ctx, input }] of calls.entries()) {
    const { idempotency: _, ...plain } = ctx;
    const sale = { ...input, stamps: null, soldAt: null, invoiceNumber: `sale ${n}` };
    const previewed = await outcomeOf(previewEarnings(plain, sale));
    const rows = await t.rows(ctx.caller.merchant);
    expect(await outcomeOf(previewEarnings(plain, sale))).toBe(previewed);
    expect(await t.rows(ctx.caller.merchant)).toEqual(rows);
    // an Open sale earns nothing yet, so there is nothing to compare
    if (input.user === null) continue;
    const earned = await outcomeOf(addSale(plain, sale).then((added) => added.sale.stampsEarned));
    expect(earned).toBe(previewed);
    const who = facts.calls[n]?.user;
    if (typeof who === "number" && typeof earned === "number")
      expect(earned).toBe(earningsOf(who, sale));
    met.add(typeof earned === "number" && earned > 0 ? "earned" : String(earned));
  }
}

function outcomeOf(stamps: Promise<number>): Promise<number | string> {
  return stamps.catch(async () => (await refusalOf(stamps)).code);
}

const all = ["earned", "0", "invalid_store", "invalid_user", "permission_denied"];

testWorlds(
  saleWorlds,
  { all },
  compare,
  "a preview says what the same sale then earns, and changes nothing",
);
