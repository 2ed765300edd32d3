import { schema } from "@stampbook/db";
import { addSale } from "../../sales/index.ts";
import type { ModifySaleCall } from "../../sales/modify-sale/modify-sale.sql.ts";
import type { SaleInput } from "../../sales/types.ts";
import { runFor } from "../guards.ts";
import type { OpenHarness } from "../open-harness.ts";

/** Makes a merchant. `callFor` adds a sale of 9 stamps, and returns a call that takes off 2 of the stamps. */
export async function modifySaleCalls(t: OpenHarness) {
  const merchant = await t.given.merchant({ earnAmount: "10000.00" });
  await t.db.insert(schema.levels).values({ merchantId: merchant.id, level: 200, name: "Gold" });
  const store = await t.given.store(merchant);
  let calls = 0;
  const member = () => t.given.customer(merchant, {}, { stamps: 20 });
  const rows = async (text: string) =>
    (await t.db.execute(text)) as unknown as readonly Record<string, number>[];

  /** Adds a sale, and makes a call that modifies it. `computedAt` is the `entry_number` after the sale. */
  const callFor = async (
    user: string | null,
    change: Partial<ModifySaleCall> = {},
    content: Partial<SaleInput> = {},
  ): Promise<ModifySaleCall> => {
    calls++;
    const { sale, customer } = await addSale(t.as(merchant), {
      ...{ store: store.id, user, invoiceNumber: `INV-${calls}`, people: 1, soldAt: null },
      ...{ total: "95000.00", subtotal: null, discount: null, serviceCharge: null, tax: null },
      ...{ channel: null, type: null, items: [], payments: [], stamps: null },
      ...{ employeeCode: null, extraData: null, ...content },
    });
    const [seen] = await rows(`select entry_number from memberships
      where merchant_id = ${merchant.id} and customer_id = ${customer?.id ?? 0}`);
    return {
      ...{
        transaction: sale.id,
        allowedStores: null,
        modification: calls,
        levelChange: calls,
        replayed: null,
      },
      ...{ totalLess: "-20000.00", subtotalLess: "0.00", itemsLess: [], items: [], payments: [] },
      ...{ computedAt: seen?.entry_number ?? null, total: "75000.00", subtotal: null },
      ...{ spending: "75000.00", stampsEarned: 7, takes: 2 },
      ...{ auditId: calls, actor: "token:1", subject: `transaction ${sale.id}`, reason: null },
      ...{ address: null, key: null, fingerprint: null, ...change },
    };
  };
  const place = { merchantId: merchant.id, offsetMs: 0 };
  const count = async (table: string, where: string) =>
    (await rows(`select 1 from ${table} where merchant_id = ${merchant.id} and ${where}`)).length;
  return { merchant, place, member, callFor, run: runFor(t, place), count };
}
