import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { sameKey } from "../../../testing/operation/fact-cases.ts";
import { type Many, type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { addInvoiceNumbers } from "./add-invoice-number.ts";

type Call = Parameters<typeof addInvoiceNumbers.refuse>[1] & CallKey;

const callFor = (earlier: number): Call => ({
  ...{ earlier, allowedStores: null, invoiceNumber: "INV-2", key: null, fingerprint: null },
});

let others = 100;

async function open({ given, db, deps }: OpenHarness): Promise<Shop<Call>> {
  const merchant = await given.merchant();
  const { id: merchantId } = merchant;
  const { id: storeId } = await given.store(merchant);
  const call = async (parts: Parts = {}): Promise<Call> => {
    const { id: customerId } = await given.customer(merchant);
    const id = await deps.ids.take(merchantId, "redemptions");
    const made = { merchantId, id, kind: "reward", customerId, storeId, name: "Coffee" };
    await db
      .insert(schema.redemptions)
      .values({ ...made, redeemedBy: "token:1", ...parts.redemption });
    return { ...callFor(id), ...parts.call };
  };
  return { merchant, call };
}

/** Makes 8,000 redemptions, half of them with an invoice number, and calls for some of the others. */
async function manyRedemptions({ given, open }: OpenHarness): Promise<Many<Call>> {
  const merchant = await given.merchant();
  const store = await given.store(merchant);
  const customer = await given.customer(merchant);
  const sql = await openFillClient(open.url);
  await sql`insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, redeemed_by,
      invoice_number)
    select ${merchant.id}::bigint, n, 'reward', ${customer.id}::bigint, ${store.id}::bigint, 'R',
      'token:1', case when n % 2 = 0 then 'INV-' || n end
    from generate_series(1, 8000) n`;
  await sql.end();
  const calls = Array.from({ length: 64 }, (_, n) => ({
    ...callFor(n * 100 + 1),
    ...{ allowedStores: [store.id], key: `k${n}`, fingerprint: "f" },
  }));
  const tables = ["redemptions"];
  return { merchantId: merchant.id, tables, changes: "redemptions", scans: 4, calls };
}

export const numbering = tested({
  operation: addInvoiceNumbers,
  open,
  cases: {
    redemptionExists: { call: { earlier: 999_999_999 } },
    redemptionIsCallers: { call: { allowedStores: [] } },
    invoiceNumberIsFree: { redemption: { invoiceNumber: "INV-1" } },
  },
  fine: [{ redemption: { invoiceNumber: "INV-2" } }],
  onlyWords: ["redemptionExists"],
  meanwhile: { invoiceNumberIsFree: "invoice_number = 'INV-1'" },
  gone: { table: "redemptions", change: "id = id + 1000000000" },
  shares: {
    // another number each time: the same number again would be written again
    redemptionId: ({ earlier }) => ({ earlier, invoiceNumber: `INV-${++others}` }),
    ...sameKey,
  },
  many: manyRedemptions,
});
