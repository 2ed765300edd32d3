import type { KnownCaller } from "../context.ts";
import { failureKinds, inLine, type Refusal, unknownCustomer } from "../failures.ts";
import { checkStore } from "../merchants/store.rules.ts";
import { enter, type RedemptionSeen } from "../redeeming/entering.rules.ts";
import type { Sale } from "../sales/types.ts";
import type { Voucher, VouchersIssued } from "../vouchers/index.ts";
import type { Visit, VisitInput, VisitList } from "./types.ts";

/** The data that the rules check before the parts of a visit are written. */
export type VisitSeen = Omit<RedemptionSeen, "authorization">;

/**
 * The result of `enterVisit`. `frame` is the whole visit if its idempotency key already has an outcome. Else
 * it is null, and `changed` has the member.
 */
export type VisitEntered =
  | { readonly frame: Visit }
  | {
      readonly frame: null;
      readonly changed: Pick<Visit, "storeId" | "customer" | "membership">;
    };

/** Whether the visit redeems a reward, a voucher or a promo code. */
export function redeemsAnything({ rewards, vouchers, promoCodes }: VisitInput): boolean {
  return rewards.length + vouchers.length + promoCodes.length > 0;
}

/**
 * Refuses a visit that cannot begin; else null. A visit that redeems nothing is open to every member, because
 * the sale of a blocked member is taken too.
 */
export function refuseVisit(
  seen: VisitSeen,
  caller: KnownCaller,
  redeems: boolean,
): Refusal | null {
  if (redeems) return enter(seen, caller).refusal;
  const { store, customer, membership } = seen;
  return checkStore(store, caller) ?? (customer && membership ? null : unknownCustomer);
}

/**
 * Puts a line's refusal on the field of its list, with the line's place. A refusal that is not about what the
 * line wants is returned unchanged.
 */
export function refusalOfLine(refusal: Refusal, list: VisitList, index: number): Refusal {
  const kind = failureKinds[refusal.code];
  if (kind !== "invalid" && kind !== "missing" && kind !== "throttled") return refusal;
  return { ...inLine(index, refusal, refusal.field), field: list };
}

/** Puts a refusal of the issued voucher on the field `issue`. The message then begins with the old field. */
export function refusalOfIssue({ field, message, ...refusal }: Refusal): Refusal {
  return { ...refusal, message: field ? `${field}: ${message}` : message, field: "issue" };
}

/** The refusal of a line whose redemption was already made for this invoice number. */
export const redeemedBefore: Refusal = {
  code: "duplicate_invoice_number",
  message: "This was already redeemed for the invoice number",
  rule: "one redemption of a thing for an invoice",
};

/** The refusal of a visit whose sale is already recorded: redeeming again could charge twice. */
export function soldBefore({ id }: Sale): Refusal {
  return {
    code: "duplicate_invoice_number",
    message: "The transaction is already recorded, with what was redeemed with it",
    rule: "the sale of a visit that redeems is new",
    found: `transaction ${id}`,
    existingTransactionId: id,
  };
}

/** The only voucher of an issue, as a visit returns it. Throws TypeError if there is none. */
export function issuedVoucher({ vouchers }: VouchersIssued): Voucher {
  const [issued] = vouchers;
  if (!issued) throw new TypeError("a voucher was issued");
  const { id, code, isActive, startDate, endDate, value, remainingValue, template } = issued;
  const { id: _, ...described } = template;
  return { id, code, isActive, startDate, endDate, value, remainingValue, ...described };
}
