import type { Sent } from "./types.ts";

/** The channel of tills, POS. */
export const CHANNEL = 2;

/** What the service is sent to confirm a visit. All tries under its key send the same. */
export function inputOf(
  { customerId, basket: { lines, sale, invoice }, key }: Sent,
  storeId: number,
  isAuthorized: boolean,
) {
  return {
    ...{ customerId, storeId, channel: CHANNEL },
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
