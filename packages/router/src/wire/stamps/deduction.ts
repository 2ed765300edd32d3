import type { Deducted } from "@stampbook/core/awards";
import type { Merchant } from "@stampbook/core/context";
import { z } from "zod";
import { MembershipWithStatusCode, presentMembershipWithStatusCode } from "../membership.ts";
import { secondsOf } from "../values.ts";

/**
 * The answer of `/api/memberships/deduct-stamps`. `status` is always 1, because a deduction cannot be
 * canceled.
 */
export const DeductionAnswer = z.object({
  /** `group_id` is the merchant's id: a merchant is a group of its own. */
  membership: MembershipWithStatusCode.extend({ group_id: z.int() }),
  stamps_deduction: z.object({
    id: z.int(),
    stamps: z.int(),
    notes: z.string(),
    /** In UTC, to the second. */
    created: z.iso.datetime(),
    /** `created` in seconds since 1970. */
    created_timestamp: z.int(),
    status: z.literal(1),
  }),
});

export function presentDeduction(
  { deduction, customer, membership }: Deducted,
  { id: group_id }: Merchant,
): z.input<typeof DeductionAnswer> {
  const { id, stamps, notes, createdAt } = deduction;
  const seconds = secondsOf(createdAt);
  return {
    membership: { ...presentMembershipWithStatusCode({ customer, membership }), group_id },
    stamps_deduction: {
      id,
      stamps,
      notes,
      created: `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`,
      created_timestamp: seconds,
      status: 1,
    },
  };
}
