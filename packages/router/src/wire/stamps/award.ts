import type { Awarded } from "@stampbook/core/awards";
import { z } from "zod";
import { CustomerSummary } from "../members/customer-summary.ts";
import { idOf, levelName, memberId, stampsLeft } from "../shown.ts";

const id = idOf("the award");
const stampsGiven = z.int().describe("The stamps that were given.");

/** The answer of `/api/stamps/add`. */
export const AwardAnswer = z.object({
  customer: z
    .object({ id: memberId, stamps: stampsLeft, status: levelName })
    .describe("The customer."),
  award: z.object({ id, number_of_stamps: stampsGiven }).describe("The award."),
});

export function presentAward({
  award,
  customer,
  membership,
}: Awarded): z.input<typeof AwardAnswer> {
  return {
    customer: { id: customer.id, stamps: membership.stamps, status: membership.levelName },
    award: { id: award.id, number_of_stamps: award.stamps },
  };
}

/** The answer of `/api/stamps/cancel`. */
export const AwardCanceled = AwardAnswer.extend({
  award: AwardAnswer.shape.award
    .extend({ status: z.literal("Canceled").describe("Always `Canceled`.") })
    .describe("The award."),
});

export function presentCanceledAward(canceled: Awarded): z.input<typeof AwardCanceled> {
  const { customer, award } = presentAward(canceled);
  return { customer, award: { ...award, status: "Canceled" } };
}

/** The answer of `/api/memberships/add-stamps`. */
export const MemberAward = z.object({
  award: z.object({ id, stamps: stampsGiven }).describe("The award."),
  customer: CustomerSummary,
});

export function presentMemberAward({
  award,
  customer,
  membership,
}: Awarded): z.input<typeof MemberAward> {
  const { stamps, levelName: status } = membership;
  return {
    award: { id: award.id, stamps: award.stamps },
    customer: { id: customer.id, stamps_remaining: stamps, status },
  };
}
