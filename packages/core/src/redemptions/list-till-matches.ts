import type { CoreContext } from "../context.ts";
import { type CustomerListed, searchCustomers } from "../customers/index.ts";
import { selectVouchers, type VoucherListed } from "./voucher-listing.store.ts";

/** What a text at the till may mean. */
export type TillMatches = {
  /** Meant exactly first, then by name. */
  readonly customers: readonly CustomerListed[];
  /** The voucher with this code. */
  readonly vouchers: readonly VoucherListed[];
};

const MOST = 8;
const anybody = { level: null, status: null, isBlocked: null, tag: null };

/** Finds what a scan or a typed text means: a voucher's code, a Member ID, phone, email or name. */
export async function listTillMatches(ctx: CoreContext, text: string): Promise<TillMatches> {
  const wanted = text.trim();
  if (!wanted) return { customers: [], vouchers: [] };
  const byCode = { customerId: null, templateId: null, state: null, code: wanted, endsBy: null };
  const [customers, vouchers] = await Promise.all([
    searchCustomers(ctx, { ...anybody, text: wanted, after: null, limit: MOST }),
    selectVouchers(ctx, { ...byCode, after: null, limit: 1 }),
  ]);
  return { customers: customers.items, vouchers: vouchers.items };
}
