import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  guardless,
  type OpenHarness,
  openHarness,
  plain,
  refusalOf,
  rowsOf,
  runFor,
  whileItWaits,
} from "../../testing/index.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { addInvoiceNumbers, type InvoiceCall } from "./add-invoice-number.sql.ts";
import { addInvoiceNumber } from "./add-invoice-number.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

/** Makes a redemption, by default without an invoice number. */
async function setting(invoiceNumber: string | null = null) {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const reward = await t.given.reward(merchant, { stampsToRedeem: 1 });
  const common = { ...plain, user: customer.email, store: store.id, invoiceNumber };
  const ctx = t.as(merchant);
  const one = { reward: reward.id, qty: 1, stamps: null };
  const { redemption } = await redeemReward(ctx, { ...common, ...one });
  const numberOf = async () => {
    const { redemptions } = schema;
    const isMeant = and(eq(redemptions.merchantId, merchant.id), eq(redemptions.id, redemption.id));
    const [row] = await t.db.select().from(redemptions).where(isMeant);
    return row?.invoiceNumber;
  };
  const add = (invoice: string, as = ctx) =>
    addInvoiceNumber(as, { redemptionId: redemption.id, invoiceNumber: invoice });
  return { merchant, store, ctx, redemption, numberOf, add };
}

test("writes a number where none is, and the same again changes nothing", async () => {
  const { redemption, numberOf, add } = await setting();
  expect(await add("INV-1")).toEqual(redemption);
  expect(await add("INV-1")).toEqual(redemption);
  expect(await numberOf()).toBe("INV-1");
});

test("refuses another number than the one that the redemption has", async () => {
  const { numberOf, add } = await setting("INV-1");
  const refusal = await refusalOf(add("INV-2"));
  expect(refusal).toMatchObject({ code: "invalid", field: "invoice_number", found: "INV-1" });
  expect(await numberOf()).toBe("INV-1");
});

test("refuses an unknown redemption, another merchant's, and one of another store", async () => {
  const { merchant, ctx, redemption, numberOf, add } = await setting();
  const unknown = addInvoiceNumber(ctx, { redemptionId: 999_999_999, invoiceNumber: "INV-1" });
  expect((await refusalOf(unknown)).code).toBe("redemption_not_found");
  const other = await setting("INV-9");
  const theirs = addInvoiceNumber(other.ctx, {
    redemptionId: redemption.id + 1,
    invoiceNumber: "INV-1",
  });
  expect((await refusalOf(theirs)).code).toBe("redemption_not_found");
  const elsewhere = await t.given.store(merchant);
  const limited = { ...ctx, caller: { ...ctx.caller, stores: [elsewhere.id] } };
  expect((await refusalOf(add("INV-1", limited))).code).toBe("permission_denied");
  expect(await numberOf()).toBeNull();
});

describe("of two numbers at once", () => {
  test("one is written, and the other is refused", async () => {
    const { numberOf, add } = await setting();
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => add(`INV-${n % 2}`)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await numberOf()).toMatch(/^INV-[01]$/);
  });

  const withoutGuard = guardless(addInvoiceNumbers)(
    / and \(r\.invoice_number is null or r\.invoice_number = b\.wanted\)/,
  );
  test.each([
    ["the guard refuses the second", addInvoiceNumbers, false],
    ["without the guard the second overwrites the first", withoutGuard, true],
  ])("%s", async (_, statement, isOverwritten) => {
    const { merchant, redemption, numberOf } = await setting();
    const call: InvoiceCall = {
      ...{ redemption: redemption.id, allowedStores: null, invoiceNumber: "INV-2" },
      ...{ key: null, fingerprint: null },
    };
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const first = rowsOf("redemptions", "invoice_number = 'INV-1'");
    const done = await whileItWaits(t, merchant.id, first, () => run(statement, [call], "wait"));
    expect([done, await numberOf()]).toEqual([[isOverwritten], isOverwritten ? "INV-2" : "INV-1"]);
  });
});
