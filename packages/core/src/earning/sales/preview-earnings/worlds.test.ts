import { expect } from "vitest";
import { testWorlds } from "../../../testing/comparing/run-worlds.ts";
import { type OpenHarness, refusalOf } from "../../../testing/index.ts";
import { makeSaleWorld, type SaleFacts, saleWorlds } from "../../../testing/worlds/sale-worlds.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { previewEarnings } from "./preview-earnings.ts";

/** Previews each sale of the generated test data, records it as a new sale, and compares the stamps. */
async function compare(t: OpenHarness, facts: SaleFacts, met: Set<string>) {
  const { calls } = await makeSaleWorld(t, facts, { add: addSale, now: Date.now() });
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
