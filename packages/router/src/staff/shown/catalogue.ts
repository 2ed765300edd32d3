import { z } from "zod";
import { listOf, ShownActor } from "./named.ts";

const listed = { id: z.int(), createdAt: z.string() };
const limits = { stores: listOf(z.int()), channels: listOf(z.int()) };
const period = { startDate: z.string().nullable(), endDate: z.string().nullable() };

export const ShownReward = z.object({
  ...listed,
  ...limits,
  ...period,
  code: z.string(),
  name: z.string(),
  kind: z.enum(["fixed", "flexible"]),
  stampsToRedeem: z.int(),
  voucherTemplateId: z.int().nullable(),
  voucherTemplateName: z.string().nullable(),
  isActive: z.boolean(),
  isVisible: z.boolean(),
  description: z.string(),
  terms: z.string(),
  imageUrl: z.string(),
  landscapeUrl: z.string(),
  price: z.string().nullable(),
});

export const ShownVoucherTemplate = z.object({
  ...listed,
  ...limits,
  name: z.string(),
  value: z.string().nullable(),
  isDynamic: z.boolean(),
  validityDays: z.int().nullable(),
  pictureUrl: z.string(),
  shortDescription: z.string(),
  description: z.string(),
  instructions: z.string(),
  termsAndConditions: z.string(),
});

export const ShownPromoCode = z.object({
  ...listed,
  ...limits,
  ...period,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  maxUses: z.int().nullable(),
  maxUsesPerCustomer: z.int().nullable(),
  uses: z.int(),
});

/** A voucher that staff issued to a customer. */
export const ShownIssued = z.object({ id: z.int(), code: z.string(), customerId: z.int() });

/** A job with its progress. */
export const ShownJob = z.object({
  id: z.int(),
  kind: z.literal("voucher_codes"),
  name: z.string(),
  state: z.enum(["running", "done", "canceled", "failed"]),
  total: z.int(),
  done: z.int(),
  error: z.string().nullable(),
  createdBy: ShownActor,
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
