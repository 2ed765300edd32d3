import { z } from "zod";
import { redemptionKinds, redemptionStatuses } from "../fields.ts";
import { listOf, ShownActor, ShownNamed, ShownReason } from "./named.ts";

const status = z.enum(redemptionStatuses);
const kind = z.enum(redemptionKinds);
const code = { id: z.int(), code: z.string() };

export const ListedRedemption = z.object({
  id: z.int(),
  kind,
  status,
  name: z.string(),
  stampsUsed: z.int(),
  stampsReturned: z.int(),
  value: z.string().nullable(),
  customer: ShownNamed,
  store: ShownNamed,
  channel: z.int().nullable(),
  invoiceNumber: z.string().nullable(),
  createdAt: z.string(),
  canceledAt: z.string().nullable(),
  redeemedBy: ShownActor,
  canceledBy: ShownActor.nullable(),
});

/** A redemption as searches show it. */
export const FoundRedemption = ListedRedemption.pick({
  id: true,
  name: true,
  status: true,
  customer: true,
  store: true,
  createdAt: true,
});

const Line = z.object({
  line: z.int(),
  thing: z.enum(["reward", "voucher", "promo_code"]),
  thingId: z.int(),
  name: z.string(),
  qty: z.int(),
  canceledQty: z.int(),
  stampsUsed: z.int(),
  value: z.string().nullable(),
  requestId: z.string().nullable(),
});
const Issued = z.object({
  ...code,
  name: z.string(),
  isActive: z.boolean(),
  isRedeemed: z.boolean(),
});

/** A cancel of a line, or of a part of its quantity, that left something of the redemption. */
const CanceledPart = z.object({
  id: z.int(),
  name: z.string(),
  qty: z.int(),
  stamps: z.int(),
  reason: z.string().nullable(),
  canceledBy: ShownActor,
  createdAt: z.string(),
});

/** A change of a voucher's value; `delta` is a decimal. */
export const ShownValueEntry = z.object({
  cause: z.string(),
  delta: z.string(),
  createdAt: z.string(),
});

/** The page of a redemption. */
export const ShownRedemption = ListedRedemption.extend({
  cancelReason: z.string().nullable(),
  extraData: z.record(z.string(), z.unknown()).nullable(),
  lines: listOf(Line),
  parts: listOf(CanceledPart),
  stampEntries: listOf(z.object({ cause: z.string(), delta: z.int(), createdAt: z.string() })),
  valueEntries: listOf(ShownValueEntry.extend({ voucherId: z.int() })),
  issued: listOf(Issued),
  replacement: Issued.nullable(),
});

/** A redemption of a voucher, on the voucher's page. */
export const RedemptionOfVoucher = z.object({
  id: z.int(),
  kind,
  status,
  value: z.string().nullable(),
  storeId: z.int(),
  createdAt: z.string(),
});

/** The preview of a cancel: what it would return, or why it is refused. */
export const ShownCancelPreview = z.object({
  isCanceled: z.boolean(),
  refusal: ShownReason.nullable(),
  spentIssued: z
    .object({
      ...code,
      redemptions: listOf(RedemptionOfVoucher),
      isUsedElsewhere: z.boolean(),
    })
    .nullable(),
  stampsBack: z.int(),
  valueBack: z
    .object({
      value: z.string(),
      voucher: z.object(code),
      /** Whether a new voucher gets the value, and that voucher's last day. */
      isReissued: z.boolean(),
      endDate: z.string().nullable(),
    })
    .nullable(),
  promoCodeUseBack: z.boolean(),
  withdrawn: listOf(z.object(code)),
  spentVoucher: z
    .object({
      ...code,
      name: z.string(),
      isInTime: z.boolean(),
      replacementEndDate: z.string().nullable(),
    })
    .nullable(),
});

/** The result of a cancel. `stampsLeft` is the customer's balance after it. */
export const ShownCancel = z.object({ id: z.int(), status, stampsLeft: z.int() });

/** A cancel that issued a new voucher, for review. */
export const ShownReplacement = ListedRedemption.extend({
  reason: z.string().nullable(),
  voucherValue: z.string().nullable(),
  voucher: z.object({ id: z.int(), isRedeemed: z.boolean() }).nullable(),
  reviewedAt: z.string().nullable(),
  reviewedBy: ShownActor.nullable(),
});
