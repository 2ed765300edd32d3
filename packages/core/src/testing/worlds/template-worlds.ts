import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import type { Merchant } from "../../context.ts";
import type { ExtraData, VoucherTemplate } from "../../vouchers/index.ts";
import type { OpenHarness } from "../open-harness.ts";
import { UNKNOWN_ID } from "./make-shop.ts";
import { mostly } from "./shop-facts.ts";

/**
 * The templates of a world: plain, dynamic with a value, dynamic without a value, dynamic with the value 0,
 * and an unknown id.
 */
export type Kind = "plain" | "worth" | "valueless" | "zero" | "unknown";

export const templateKind = mostly<Kind>(["plain", "worth"], ["valueless", "zero", "unknown"], 6);

/** Makes a template of each kind, and returns their ids. */
export async function makeTemplates(
  { given }: OpenHarness,
  merchant: Merchant,
): Promise<Readonly<Record<Kind, number>>> {
  const make = async (row: Parameters<typeof given.template>[1]) =>
    (await given.template(merchant, row)).id;
  return {
    plain: await make({ value: null }),
    worth: await make({ isDynamic: true, value: "50.00", validityDays: null }),
    valueless: await make({ isDynamic: true, value: null }),
    zero: await make({ isDynamic: true, value: "0.00" }),
    unknown: UNKNOWN_ID,
  };
}

/**
 * Returns a template as the rules read it (null for an unknown id), and today's date in the merchant's zone.
 */
export async function readTemplate(
  { db }: OpenHarness,
  { id: merchantId, timezone }: Merchant,
  id: number,
  clockOffsetMs: number,
): Promise<{ readonly template: VoucherTemplate | null; readonly today: string }> {
  const { voucherTemplates } = schema;
  const [row] = await db
    .select()
    .from(voucherTemplates)
    .where(and(eq(voucherTemplates.merchantId, merchantId), eq(voucherTemplates.id, id)));
  const now = Date.now() + clockOffsetMs;
  const today = new Intl.DateTimeFormat("sv", { timeZone: timezone }).format(now);
  if (!row) return { template: null, today };
  const { merchantId: _, stores, channels, createdAt, ...template } = row;
  return { template: { ...template, extraData: row.extraData as ExtraData }, today };
}
