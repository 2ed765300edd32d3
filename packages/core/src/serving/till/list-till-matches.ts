import type { CoreContext } from "../../foundation/context.ts";
import { type CustomerListed, searchCustomers } from "../../people/customers/index.ts";
import { selectVouchers, type VoucherListed } from "../../spending/history/index.ts";
import { findPromoCodes, type PromoCodeFound } from "./till-matches.sql.ts";

/** The customers, vouchers and promo codes that match a text entered at the till. */
type TillMatches = {
  /** Exact matches first, then matches by name. */
  readonly customers: readonly CustomerListed[];
  /** At most one: the voucher with this code. */
  readonly vouchers: readonly VoucherListed[];
  /** At most one: the promo code with this text. Staff choose the customer next. */
  readonly promoCodes: readonly PromoCodeFound[];
};

const MOST = 8;
const anybody = { level: null, status: null, isBlocked: null, tag: null };

/**
 * Finds the customers, vouchers and promo codes that match a scanned or typed text: a code, Member ID, phone,
 * email or name, or `#123` for the customer with this id. Ignores case. Also tries the text without blanks
 * and hyphens; for customers and for vouchers only if the text as typed finds none. A voucher's `state` is the
 * one in the till's store; without a store, the one in the merchant's time zone.
 */
export async function listTillMatches(
  ctx: CoreContext,
  text: string,
  storeId: number | null = null,
): Promise<TillMatches> {
  const wanted = text.trim();
  if (!wanted) return { customers: [], vouchers: [], promoCodes: [] };
  const spelled = [...new Set([wanted, wanted.replace(/[\s-]/g, "")])].filter(Boolean);
  const [customers, vouchers, promoCodes] = await Promise.all([
    findCustomers(ctx, spelled),
    findVouchers(ctx, spelled, storeId),
    findPromoCodes(ctx, spelled),
  ]);
  return { customers, vouchers, promoCodes };
}

/** Searches by each spelling in turn. Returns the customers of the first search that finds any. */
async function findCustomers(ctx: CoreContext, spellings: readonly string[]) {
  for (const text of new Set(spellings)) {
    const { items } = await searchCustomers(ctx, {
      ...anybody,
      ...{ text, after: null },
      limit: MOST,
    });
    if (items.length) return items;
  }
  return [];
}

async function findVouchers(
  ctx: CoreContext,
  spellings: readonly string[],
  storeId: number | null,
) {
  const any = { customerId: null, templateId: null, state: null, endsBy: null };
  for (const code of spellings) {
    const { items } = await selectVouchers(ctx, { ...any, code, after: null, limit: 1 }, storeId);
    if (items.length) return items;
  }
  return [];
}
