import { schema } from "@stampbook/db";
import type { SaleCall } from "../../earning/sales/add-sale/add-sale.ts";
import { saleCall } from "../../earning/sales/add-sale/add-sale-call.sql.ts";
import { addSale } from "../../earning/sales/index.ts";
import type { SaleInput } from "../../earning/sales/types.ts";
import type { CoreContext } from "../../foundation/context.ts";
import type { CallKey } from "../../foundation/writing/index.ts";
import { runFor } from "../guards.ts";
import type { OpenHarness } from "../open-harness.ts";

const plain = {
  ...{ user: null, people: 1, soldAt: null, total: "95000.00", subtotal: null, discount: null },
  ...{ serviceCharge: null, tax: null, channel: null, type: null, items: [], payments: [] },
  ...{ stamps: null, employeeCode: null, extraData: null },
};

/** Makes a merchant. Returns functions that make and run calls for sales of 95,000, each earning 9 stamps. */
export async function saleCalls(
  t: OpenHarness,
  settings: Partial<typeof schema.merchants.$inferInsert> = {},
) {
  const merchant = await t.given.merchant({ earnAmount: "10000.00", ...settings });
  await t.db.insert(schema.levels).values({ merchantId: merchant.id, level: 200, name: "Gold" });
  const store = await t.given.store(merchant);
  let invoices = 0;
  const member = () => t.given.customer(merchant, {}, { stamps: 5 });

  /** Makes the input of a sale with a new invoice number. */
  const inputOf = (changes: Partial<SaleInput> = {}): SaleInput => {
    invoices++;
    return { ...plain, store: store.id, invoiceNumber: `INV-${invoices}`, ...changes };
  };
  const callOf = (
    input: SaleInput,
    ctx: CoreContext = t.as(merchant),
  ): Promise<SaleCall & CallKey> => saleCall(ctx, input);
  const sell = async (input: SaleInput, ctx: CoreContext = t.as(merchant)) =>
    (await addSale(ctx, input)).sale;
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  return { merchant, store, member, inputOf, callOf, sell, run };
}
