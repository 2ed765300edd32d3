import * as awards from "@stampbook/core/awards";
import { mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { text, userRef, wholeNumber } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { DeductionAnswer, presentDeduction } from "../../wire/stamps/deduction.ts";

/** Takes stamps from a member by hand. Interface S4. */
export const deduct = operation
  .meta({
    summary: "Takes stamps from a member by hand (S4)",
    example: {
      body: { ...sample.someone, stamps: 5, notes: "Counted twice" },
      answer: {
        membership: { ...sample.membership, stamps: 245, stamps_remaining: 245, group_id: 1 },
        stamps_deduction: {
          id: 1,
          stamps: 5,
          notes: "Counted twice",
          created: "2026-11-22T00:00:00Z",
          created_timestamp: 1795305600,
          status: 1,
        },
      },
    },
    rest: { path: "/api/memberships/deduct-stamps", operationId: "deductStamps" },
    scope: "stamps",
    idempotent: true,
    replays: [
      replay(awards.keptStampDeduction, (done, { merchant }) => presentDeduction(done, merchant)),
    ],
    failures: { invalid_data: "__all__", insufficient_stamps: "stamps" },
  })
  .input(
    z.object({
      user: required(userRef),
      stamps: required(wholeNumber(1, mostOf.adjustment)).describe("The stamps to take."),
      notes: required(text(mostOf.reason)).describe("Why they are taken."),
    }),
  )
  .output(DeductionAnswer)
  .mutation(async ({ ctx, input }) => {
    const { user, stamps, notes } = input;
    const deduction = await awards.deductStamps(ctx.coreFor(input), { user, stamps, notes });
    return presentDeduction(deduction, ctx.merchant);
  });
