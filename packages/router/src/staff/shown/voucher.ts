import { z } from "zod";
import { voucherStates } from "../fields.ts";
import { listOf, ShownNamed } from "./named.ts";
import { RedemptionOfVoucher, ShownValueEntry } from "./redemption.ts";

export const ListedVoucher = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  templateId: z.int(),
  state: z.enum(voucherStates),
  value: z.string().nullable(),
  remainingValue: z.string().nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  redeemedAt: z.string().nullable(),
  createdAt: z.string(),
  customer: ShownNamed.nullable(),
});

/** The page of a voucher. */
export const ShownVoucher = ListedVoucher.extend({
  description: z.string(),
  instructions: z.string(),
  termsAndConditions: z.string(),
  pictureUrl: z.string(),
  redemptions: listOf(RedemptionOfVoucher),
  valueEntries: listOf(ShownValueEntry),
  issuedByRedemptionId: z.int().nullable(),
  replacesRedemptionId: z.int().nullable(),
});
