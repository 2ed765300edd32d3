import type { Awarded } from "@stampbook/core/awards";
import { z } from "zod";

/** The answer of `/api/stamps/add`; `status` is the name of the customer's level. */
export const AwardAnswer = z.object({
  customer: z.object({ id: z.int(), stamps: z.int(), status: z.string() }),
  award: z.object({ id: z.int(), number_of_stamps: z.int() }),
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
  award: AwardAnswer.shape.award.extend({ status: z.literal("Canceled") }),
});

export function presentCanceledAward(canceled: Awarded): z.input<typeof AwardCanceled> {
  const { customer, award } = presentAward(canceled);
  return { customer, award: { ...award, status: "Canceled" } };
}

/** The answer of `/api/memberships/add-stamps`. */
export const MemberAward = z.object({
  award: z.object({ id: z.int(), stamps: z.int() }),
  customer: z.object({ id: z.int(), stamps_remaining: z.int(), status: z.string() }),
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
