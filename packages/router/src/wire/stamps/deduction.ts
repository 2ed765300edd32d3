import type { Deducted } from "@stampbook/core/awards";
import type { Merchant } from "@stampbook/core/context";
import { z } from "zod";
import { MembershipWithStatusCode, presentMembershipWithStatusCode } from "../membership.ts";
import { idOf, secondsAt } from "../shown.ts";
import { secondsOf } from "../values.ts";

/** The answer of `/api/memberships/deduct-stamps`. */
export const DeductionAnswer = z.object({
  membership: MembershipWithStatusCode.extend({
    group_id: z.int().describe("The merchant's id: a merchant is a group of its own."),
  }).describe("The membership."),
  stamps_deduction: z
    .object({
      id: idOf("the deduction"),
      stamps: z.int().describe("The stamps that were taken."),
      notes: z.string().describe("The notes, as they were sent."),
      created: z.iso.datetime().describe("The time of the deduction in UTC, to the second."),
      created_timestamp: secondsAt("The same time"),
      status: z.literal(1).describe("Always 1: a deduction cannot be canceled."),
    })
    .describe("The deduction."),
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
