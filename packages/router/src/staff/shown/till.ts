import { z } from "zod";
import { ListedCustomer, ShownCredentials, ShownCustomer, ShownMembership } from "./customer.ts";
import { listOf, ShownReason } from "./named.ts";
import { ListedRedemption } from "./redemption.ts";
import { ListedVoucher } from "./voucher.ts";

/** The matches of a scanned or typed text. */
export const ShownMatches = z.object({
  customers: listOf(ListedCustomer),
  vouchers: listOf(ListedVoucher),
  promoCodes: listOf(z.object({ id: z.int(), code: z.string(), name: z.string() })),
});

const TillVoucher = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  pictureUrl: z.string(),
  value: z.string().nullable(),
  remainingValue: z.string().nullable(),
  endDate: z.string().nullable(),
  terms: z.string(),
  whyNot: ShownReason.nullable(),
});

const TillReward = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(["fixed", "flexible"]),
  stampsToRedeem: z.int(),
  stampsShort: z.int(),
  issuesVoucher: z.boolean(),
  terms: z.string(),
});

/** A customer with what can be redeemed in a store now. */
export const ShownTillCard = z.object({
  customer: ShownCustomer,
  membership: ShownMembership,
  whyNot: ShownReason.nullable(),
  needsPin: z.boolean(),
  vouchers: listOf(TillVoucher),
  rewards: listOf(TillReward),
  lastRedemptions: listOf(ListedRedemption),
  credentials: ShownCredentials,
});
