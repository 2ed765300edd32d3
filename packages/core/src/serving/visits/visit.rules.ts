import type { Sale } from "../../earning/sales/types.ts";
import { failureKinds, inLine, type Refusal } from "../../foundation/failures.ts";
import type { VouchersIssued } from "../../spending/issuing/index.ts";
import type { IssuedCode, IssuedVoucher, VisitInput, VisitList, VisitRedemption } from "./types.ts";

/** Returns whether the visit redeems a reward, a voucher or a promo code. */
export function redeemsAnything({ rewards, vouchers, promoCodes }: VisitInput): boolean {
  return rewards.length + vouchers.length + promoCodes.length > 0;
}

/**
 * Sets the refusal's field to the list of the line, and puts the line's number in front of the message.
 * Returns refusals of other kinds than `invalid`, `missing` and `throttled` unchanged.
 */
export function refusalOfLine(refusal: Refusal, list: VisitList, index: number): Refusal {
  const kind = failureKinds[refusal.code];
  if (kind !== "invalid" && kind !== "missing" && kind !== "throttled") return refusal;
  return { ...inLine(index, refusal, refusal.field), field: list };
}

/** The refusal of a line whose redemption was already made for this invoice number. */
export const redeemedBefore: Refusal = {
  code: "duplicate_invoice_number",
  message: "This was already redeemed for the invoice number",
  rule: "one redemption of a thing for an invoice",
};

/**
 * Returns the refusal of a visit whose sale is already recorded. Redeeming again could charge the customer
 * twice.
 */
export function soldBefore({ id, status }: Sale): Refusal {
  return {
    code: "duplicate_invoice_number",
    message: "The transaction is already recorded, with what was redeemed with it",
    rule: "the sale of a visit that redeems is new",
    found: `transaction ${id}`,
    existingTransactionId: id,
    existingTransactionStatus: status,
  };
}

/** Returns the amount that a line took off a voucher's dynamic value. Null if it took none. */
export function valueTaken(line: VisitRedemption): string | null {
  if (line.kind !== "voucher") return null;
  // `wholeValue` is undefined in an outcome that an earlier version of the service stored
  return line.value ?? line.wholeValue ?? null;
}

/**
 * Returns the vouchers that a line's reward issued. Of a visit that an earlier version of the service stored,
 * only the first is known.
 */
export function issuedCodes(line: VisitRedemption): readonly IssuedCode[] {
  if (line.kind !== "reward") return [];
  const { voucher } = line.line;
  return line.issued ?? (voucher ? [{ id: voucher.id, code: voucher.code }] : []);
}

/** Returns the only issued voucher, as a visit shows it. Throws TypeError if there is none. */
export function issuedVoucher({ vouchers }: VouchersIssued): IssuedVoucher {
  const [issued] = vouchers;
  if (!issued) throw new TypeError("a voucher was issued");
  const { template, isGenerated: _, channels, ...voucher } = issued;
  const { id: templateId, ...described } = template;
  return { ...voucher, channels: [...channels], ...described, templateId };
}
