import { z } from "zod";
import { saleStatuses } from "../fields.ts";
import { listOf, ShownActor, ShownCode, ShownReason } from "./named.ts";
import { ShownCancelPreview } from "./redemption.ts";

const amount = z.string().nullable();

const CodePreview = z.object({
  code: z.string(),
  /** Null if the code is unknown, or if its voucher belongs to another customer. */
  name: z.string().nullable(),
  terms: z.string(),
  whyNot: ShownReason.nullable(),
});

/** The preview of a visit: what its sale would earn, and which codes cannot be redeemed. */
export const ShownVisitPreview = z.object({
  stampsEarned: z.int(),
  promoCodes: listOf(CodePreview),
  vouchers: listOf(CodePreview),
});

/** The result of one line of a visit. */
const VisitLine = z.object({
  redemptionId: z.int(),
  kind: z.enum(["reward", "voucher", "promo_code"]),
  name: z.string(),
  qty: z.int(),
  stampsUsed: z.int(),
  /** The amount deducted from a voucher's value; null for all other lines. */
  value: amount,
  /** The first voucher that a reward issued, or the voucher that was redeemed, with its remaining value. */
  voucher: z.object({ id: z.int(), code: z.string(), remainingValue: amount }).nullable(),
  /** All vouchers that a reward issued. Empty for all other lines. */
  issued: listOf(ShownCode),
});

const VisitSale = z.object({
  id: z.int(),
  status: z.enum(saleStatuses),
  total: z.string(),
  stampsEarned: z.int(),
});

/** A confirmed visit, as its receipt shows it. */
export const ShownVisit = z.object({
  customerId: z.int(),
  customerName: z.string(),
  storeId: z.int(),
  stampsLeft: z.int(),
  levelName: z.string(),
  lines: listOf(VisitLine),
  sale: VisitSale.nullable(),
});

/**
 * A visit and its present state. Stamps and balances are those right after the visit. `isCanceled` is
 * current.
 */
export const ShownVisitRecord = ShownVisit.extend({
  key: z.string(),
  at: z.string(),
  invoiceNumber: z.string().nullable(),
  servedBy: ShownActor.nullable(),
  lines: listOf(VisitLine.extend({ isCanceled: z.boolean() })),
  sale: VisitSale.extend({ isCanceled: z.boolean() }).nullable(),
});

/** The outcome of a visit, by its key. */
export const ShownVisitOutcome = z.object({
  state: z.enum(["done", "running", "unknown"]),
  visit: ShownVisitRecord.nullable(),
});

/** The preview of an undo: what it would give back, or why a part of it is refused. */
export const ShownUndoPreview = z.object({
  redemptions: listOf(ShownCancelPreview.extend({ redemptionId: z.int(), name: z.string() })),
  sale: z
    .object({
      id: z.int(),
      isCanceled: z.boolean(),
      stampsEarned: z.int(),
      withdrawn: listOf(ShownCode),
      refusal: ShownReason.nullable(),
    })
    .nullable(),
});

/** The result of an undo. `stampsBack` includes the stamps of redemptions that were canceled before. */
export const ShownUndo = z.object({
  stampsLeft: z.int(),
  stampsBack: z.int(),
  /** Vouchers that replace the redeemed vouchers, including those that an earlier undo issued. */
  replacements: listOf(ShownCode.extend({ name: z.string() })),
  /** Vouchers that the visit issued, and that are inactive now. */
  withdrawn: listOf(ShownCode),
  isSaleCanceled: z.boolean(),
});

/** The address of a receipt. `isNew` is false if the receipt was already queued for this address. */
export const ShownReceiptSent = z.object({ email: z.string(), isNew: z.boolean() });
