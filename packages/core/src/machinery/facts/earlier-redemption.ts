import { json, jsonIf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { unknownRedemption } from "../../foundation/failures.ts";
import { otherStore } from "../../running/merchants/index.ts";
import { check, fact, from, lock, merchantId, rowOf, updateFrom } from "../kernel/index.ts";

export const redemptions = alias(schema.redemptions, "r");

const call = {
  /** The redemption's id. */
  earlier: "bigint",
  /** The ids of the stores in which the caller may act; null means all. */
  allowedStores: "bigint[] | null",
  /** The number that the redemption is to have. */
  invoiceNumber: "text",
} as const;
const c = rowOf("c", call);

const keeps = {
  redemptionId: redemptions.id,
  customerId: redemptions.customerId,
  wanted: c.invoiceNumber,
};
const b = rowOf("b", keeps);
const l = rowOf("l", keeps);

/** A redemption that was made earlier, for its invoice number. */
export const found = fact({
  call,
  joins: ({ limit }) => sql`
  left join lateral (select r.* from ${from(redemptions)} where ${redemptions.merchantId} = ${merchantId}
    and ${redemptions.id} = ${c.earlier}${sql.raw(limit)}) r on true`,
  keeps,
  shows: {
    store: jsonIf(redemptions.id, { id: redemptions.storeId }),
    invoiceNumber: redemptions.invoiceNumber,
  },
});

/** Locks the redemption, and adds it as it is then. */
export const locked = lock({
  row: "r",
  table: redemptions,
  merchantId: redemptions.merchantId,
  strength: "no key update",
  is: sql`${redemptions.id} = ${b.redemptionId}`,
  adds: {
    earlier: json({
      id: redemptions.id,
      name: redemptions.name,
      stampsUsed: redemptions.stampsUsed,
      status: redemptions.status,
      extraData: redemptions.extraData,
    }),
  },
});

type Numbered = { readonly invoiceNumber: string };

/** Whether the redemption exists, was made in a store of the caller, and has no other invoice number. */
export const checks = {
  redemptionExists: check({
    code: unknownRedemption.code,
    holds: () => sql`${redemptions.id} is not null`,
    words: () => unknownRedemption,
  }),
  redemptionIsCallers: check({
    code: "permission_denied",
    holds: () =>
      sql`${c.allowedStores} is null or ${redemptions.storeId} = any (${c.allowedStores})`,
    words: ({ store }: { readonly store: { readonly id: number } }, _call, caller) =>
      otherStore(caller, store.id),
  }),
  invoiceNumberIsFree: check({
    code: "invalid",
    again: "r",
    holds: ({ wanted }: { readonly wanted: SQL }) =>
      sql`${redemptions.invoiceNumber} is null or ${redemptions.invoiceNumber} = ${wanted}`,
    words: ({ invoiceNumber: found }: Numbered, { invoiceNumber: expected }: Numbered) => ({
      field: "invoice_number",
      message: `This redemption has the invoice number ${found} already.`,
      rule: "a redemption keeps its invoice number",
      expected,
      found,
    }),
  }),
};

/** Writes the invoice number. */
export const addNumber = (isOwned: SQL) =>
  updateFrom(
    redemptions,
    { invoiceNumber: l.wanted },
    {
      from: sql`locked l`,
      where: sql`${redemptions.id} = ${l.redemptionId} and ${isOwned}`,
      returning: sql`l.*`,
    },
  );
