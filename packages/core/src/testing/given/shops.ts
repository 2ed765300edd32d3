import { type Db, schema } from "@stampbook/db";
import type { Merchant, Scope } from "../../foundation/context.ts";
import { codeKeyOf } from "../../running/merchants/index.ts";
import { newId } from "./new-id.ts";

/** Returns functions that insert merchants with a level 100, their stores and their tokens. */
export function shopsIn(db: Db) {
  const merchant = async (
    row: Partial<typeof schema.merchants.$inferInsert> = {},
  ): Promise<Merchant> => {
    const id = row.id ?? newId();
    const here = { country: "ID", timezone: "Asia/Jakarta", currency: "IDR" };
    const made = { name: `Merchant ${id}`, ...here, ...row, id };
    await db.insert(schema.merchants).values(made);
    await db.insert(schema.levels).values({ merchantId: id, level: 100, name: "Blue" });
    const { name, country, timezone, currency } = made;
    return { id, name, country, timezone, currency };
  };

  const store = async (
    merchant: Merchant,
    row: Partial<typeof schema.stores.$inferInsert> = {},
  ): Promise<{ id: number; code: string; name: string }> => {
    const id = row.id ?? newId();
    const code = row.code ?? `S${id}`;
    const made = { name: `Store ${id}`, timezone: merchant.timezone, ...row, id, code };
    await db
      .insert(schema.stores)
      .values({ ...made, merchantId: merchant.id, codeKey: codeKeyOf(code) });
    return { id, code, name: made.name };
  };

  const token = async (
    merchant: Merchant,
    row: {
      secret: string;
      hash: string;
      scopes?: readonly Scope[];
      stores?: number[];
      expiresAt?: string;
    },
  ) => {
    const id = newId();
    await db.insert(schema.apiTokens).values({
      merchantId: merchant.id,
      id,
      name: `Token ${id}`,
      prefix: row.secret.slice(0, 12),
      secretHash: row.hash,
      scopes: [...(row.scopes ?? ["*"])],
      stores: row.stores ?? [],
      ...(row.expiresAt ? { expiresAt: row.expiresAt } : {}),
    });
    return { id, secret: row.secret };
  };

  return { merchant, store, token };
}
