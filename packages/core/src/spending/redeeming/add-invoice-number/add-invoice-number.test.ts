import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf, rowsOf, runFor, whileItWaits } from "../../../testing/index.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { addInvoiceNumber, addInvoiceNumbers } from "./add-invoice-number.ts";

const t = harnessOfFile();

/** Makes a redemption, by default without an invoice number. */
async function setting(invoiceNumber: string | null = null) {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const reward = await t.given.reward(merchant, { stampsToRedeem: 1 });
  const common = { ...plain, user: customer.email, store: store.id, invoiceNumber };
  const ctx = t.as(merchant);
  const extraData = { note: "table 4" };
  const one = { reward: reward.id, qty: 1, stamps: null };
  const { redemption } = await redeemReward(ctx, { ...common, ...one, extraData });
  const numberOf = async () => {
    const { redemptions } = schema;
    const isMeant = and(eq(redemptions.merchantId, merchant.id), eq(redemptions.id, redemption.id));
    const [row] = await t.db.select().from(redemptions).where(isMeant);
    return row?.invoiceNumber;
  };
  const add = (invoice: string, as = ctx) =>
    addInvoiceNumber(as, { redemptionId: redemption.id, invoiceNumber: invoice });
  return { merchant, customer, ctx, redemption, numberOf, add };
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
});

const without = addInvoiceNumbers.without({ lock: "r" });
test.each([
  [
    "stores the extra data that the redemption has after a deletion",
    addInvoiceNumbers.statement,
    null,
  ],
  ["stores the deleted extra data if it does not lock the row", without, { note: "table 4" }],
])("%s", async (_, statement, extraData) => {
  const { merchant, customer, redemption } = await setting();
  const { db } = t;
  const call = { earlier: redemption.id, allowedStores: null, invoiceNumber: "INV-2" };
  const keyed = [{ ...call, key: "k", fingerprint: "f" }];
  const sent = () => runFor(t, { merchantId: merchant.id, offsetMs: 0 })(statement, keyed, "wait");
  const emptied = rowsOf("redemptions", "extra_data = null");
  expect(await whileItWaits(t, merchant.id, emptied, sent)).toEqual([true]);
  const kept = await db.query.idempotencyOutcomes.findFirst({
    where: (row, { and, eq }) =>
      and(eq(row.merchantId, merchant.id), eq(row.operation, addInvoiceNumbers.name)),
  });
  expect(kept?.outcome).toMatchObject({
    frame: { redemption: { id: redemption.id, extraData }, customer: { id: customer.id } },
  });
});
