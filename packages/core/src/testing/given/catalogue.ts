import { type Db, schema } from "@stampbook/db";
import type { Merchant } from "../../foundation/context.ts";
import { codeKeyOf } from "../../running/merchants/index.ts";
import { newId } from "./new-id.ts";

/** Returns functions that insert rewards, voucher templates, vouchers and promo codes. */
export function catalogueIn(db: Db) {
  const template = async (
    merchant: Merchant,
    row: Partial<typeof schema.voucherTemplates.$inferInsert> = {},
  ) => {
    const id = row.id ?? newId();
    const made = { name: `Template ${id}`, validityDays: 31, ...row, id };
    await db.insert(schema.voucherTemplates).values({ ...made, merchantId: merchant.id });
    return made;
  };

  const reward = async (
    merchant: Merchant,
    row: Partial<typeof schema.rewards.$inferInsert> = {},
  ): Promise<{ id: number; code: string; name: string }> => {
    const id = row.id ?? newId();
    const code = row.code ?? `R${id}`;
    const made = { name: `Reward ${id}`, kind: "fixed", stampsToRedeem: 2, ...row, id, code };
    const codeKey = code === "" ? null : codeKeyOf(code);
    await db.insert(schema.rewards).values({ ...made, merchantId: merchant.id, codeKey });
    return { id, code, name: made.name };
  };

  const voucher = async (
    merchant: Merchant,
    row: Partial<typeof schema.vouchers.$inferInsert> & { readonly voucherTemplateId: number },
  ): Promise<{ id: number; code: string }> => {
    const id = row.id ?? newId();
    const code = row.code ?? `V${id}`;
    await db
      .insert(schema.vouchers)
      .values({ ...row, merchantId: merchant.id, id, code, codeKey: codeKeyOf(code) });
    if (row.remainingValue)
      await db.insert(schema.voucherValueEntries).values({
        merchantId: merchant.id,
        voucherId: id,
        cause: "opening",
        causeId: 0,
        delta: row.remainingValue,
      });
    return { id, code };
  };

  const promoCode = async (
    merchant: Merchant,
    row: Partial<typeof schema.promoCodes.$inferInsert> = {},
  ): Promise<{ id: number; code: string; name: string }> => {
    const id = row.id ?? newId();
    const code = row.code ?? `PROMO${id}`;
    const made = { name: `Promo ${id}`, ...row, id, code };
    await db
      .insert(schema.promoCodes)
      .values({ ...made, merchantId: merchant.id, codeKey: codeKeyOf(code) });
    return { id, code, name: made.name };
  };

  return { template, reward, voucher, promoCode };
}
