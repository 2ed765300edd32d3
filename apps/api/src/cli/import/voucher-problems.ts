import type { Moved } from "@stampbook/core/moving";
import { hundredths } from "@stampbook/core/vouchers";
import type { Facts } from "../merchant-file/facts.ts";

type Found = { readonly path: string; readonly text: string };

/**
 * Returns the problems of a voucher: fields that contradict its template or each other, and a redemption
 * later than `now`.
 */
export function voucherProblems(
  voucher: Moved["vouchers"],
  { templates }: Facts,
  now: string,
): Found[] {
  const template = templates.get(voucher.voucherTemplateId);
  const isInFuture =
    voucher.redeemedAt !== null && Date.parse(voucher.redeemedAt) > Date.parse(now);
  return [
    ...(isInFuture ? [{ path: "redeemed_at", text: "lies in the future" }] : []),
    ...(template ? (template.isDynamic ? dynamicProblems : fixedProblems)(voucher) : []),
  ];
}

function fixedProblems({ remainingValue }: Moved["vouchers"]): Found[] {
  return remainingValue === null
    ? []
    : [{ path: "remaining_value", text: "is for vouchers of a dynamic template" }];
}

function dynamicProblems({ value, remainingValue, redeemedAt }: Moved["vouchers"]): Found[] {
  if (value === null || hundredths(value) <= 0n)
    return [{ path: "value", text: "must be above 0: the template is dynamic" }];
  const left = hundredths(remainingValue ?? "0.00");
  if (left > hundredths(value)) return [{ path: "remaining_value", text: "is more than value" }];
  if (left > 0n && redeemedAt)
    return [{ path: "redeemed_at", text: "is for a voucher of which nothing remains" }];
  if (left === 0n && !redeemedAt)
    return [{ path: "remaining_value", text: "is 0, and then redeemed_at is needed" }];
  return [];
}
