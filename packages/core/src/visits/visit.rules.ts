import type { KnownCaller } from "../context.ts";
import { failureKinds, inLine, type Refusal, unknownCustomer } from "../failures.ts";
import type { VouchersIssued } from "../issuing/index.ts";
import { checkStore } from "../merchants/store.rules.ts";
import { type EnteringSeen, enter } from "../redeeming/entering.rules.ts";
import type { KeptOutcome } from "../retries/index.ts";
import type { Sale } from "../sales/types.ts";
import type {
  IssuedCode,
  IssuedVoucher,
  Visit,
  VisitInput,
  VisitList,
  VisitRedemption,
} from "./types.ts";

/** The data that the rules check before the parts of a visit are written. */
export type VisitSeen = EnteringSeen & {
  /** Whether stamps may have expired since the ledger was last replayed. Then the expiry is written first. */
  readonly isDue: boolean;
  readonly kept: KeptOutcome | null;
};

/**
 * The result of `enterVisit`. If the idempotency key already has an outcome, `frame` is the stored visit.
 * Else `frame` is null, and `changed` has the store, the customer and the membership.
 */
export type VisitEntered =
  | { readonly frame: Visit }
  | {
      readonly frame: null;
      readonly changed: Pick<Visit, "storeId" | "customer" | "membership"> & {
        /** The current day in the store, `YYYY-MM-DD`. */
        readonly today: string;
      };
    };

/** Returns whether the visit redeems a reward, a voucher or a promo code. */
export function redeemsAnything({ rewards, vouchers, promoCodes }: VisitInput): boolean {
  return rewards.length + vouchers.length + promoCodes.length > 0;
}

/**
 * Refuses a visit that cannot begin. Returns null if it can. A blocked member can make a visit that redeems
 * nothing, because sales of blocked members are recorded.
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
 * Sets the refusal's field to the list of the line, and puts the line's number in front of the message.
 * Returns refusals of other kinds than `invalid`, `missing` and `throttled` unchanged.
 */
export function refusalOfLine(refusal: Refusal, list: VisitList, index: number): Refusal {
  const kind = failureKinds[refusal.code];
  if (kind !== "invalid" && kind !== "missing" && kind !== "throttled") return refusal;
  return { ...inLine(index, refusal, refusal.field), field: list };
}

/** Sets the field of the issued voucher's refusal to `issue`. The message then begins with the old field. */
export function refusalOfIssue({ field, message, ...refusal }: Refusal): Refusal {
  return { ...refusal, message: field ? `${field}: ${message}` : message, field: "issue" };
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
