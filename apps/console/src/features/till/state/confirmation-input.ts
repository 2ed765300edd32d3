import type { Sent } from "./types.ts";

/** The number of the channel POS, which tills use. */
export const CHANNEL = 2;

/**
 * Returns the input of the call that confirms a visit. Every try with the same basket sends the same input,
 * so that the service recognizes a repeated try by the visit's key.
 */
export function inputOf(
  { customerId, basket: { lines, sale, invoice }, key }: Sent,
  storeId: number,
  isAuthorized: boolean,
) {
  return {
    customerId,
    storeId,
    channel: CHANNEL,
    invoiceNumber: invoice.trim() || null,
    requestId: isAuthorized ? key : null,
    sale: sale === null ? null : { total: sale },
    rewards: lines.flatMap((line) =>
      line.kind === "reward" ? [{ rewardId: line.id, qty: line.qty, stamps: line.stamps }] : [],
    ),
    vouchers: lines.flatMap((line): { voucher: number | string; value: string | null }[] => {
      if (line.kind === "voucher") return [{ voucher: line.id, value: line.value }];
      return line.kind === "unowned" ? [{ voucher: line.code, value: null }] : [];
    }),
    promoCodes: lines.flatMap((line) => (line.kind === "promo" ? [line.code] : [])),
  };
}
