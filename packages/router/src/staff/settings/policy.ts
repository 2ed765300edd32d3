import { getPolicy, savePolicy } from "@stampbook/core/merchants";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { words } from "../fields.ts";

const within = (least: number, most: number) =>
  z
    .int("A whole number is expected.")
    .min(least, `At least ${least}.`)
    .max(most, `At most ${most}.`)
    .optional();

/** What is left out stays. */
const Policy = z.object({
  pinMaxAttempts: within(1, 10),
  pinLifetimeAttempts: within(1, 1_000),
  pinRefuseCommon: z.boolean().optional(),
  otpTtlSeconds: within(30, 3_600),
  otpMaxAttempts: within(1, 20),
  otpRequestsPerHour: within(1, 100),
  redemptionPinAuthorization: z.boolean().optional(),
  notifyCredentialChanges: z.boolean().optional(),
  notifyTemplateCode: words(100).optional(),
});

export const policy = router({
  get: staffProcedure.query(({ ctx }) => getPolicy(ctx.desk)),
  update: staffProcedure.input(Policy).mutation(({ ctx, input }) => savePolicy(ctx.desk, input)),
});
