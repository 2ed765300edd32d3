import { getPolicy, mostOf, savePolicy } from "@stampbook/core/merchants";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { words } from "../fields.ts";

const count = z.int("A whole number is expected.").min(1, "At least 1.").max(mostOf.count);

/** What is left out stays. */
const Policy = z.object({
  pinMaxAttempts: count.optional(),
  pinLifetimeAttempts: count.optional(),
  pinRefuseCommon: z.boolean().optional(),
  otpTtlSeconds: count.optional(),
  otpMaxAttempts: count.optional(),
  otpRequestsPerHour: count.optional(),
  redemptionPinAuthorization: z.boolean().optional(),
  notifyCredentialChanges: z.boolean().optional(),
  notifyTemplateCode: words(mostOf.code).optional(),
});

export const policy = router({
  get: staffProcedure.query(({ ctx }) => getPolicy(ctx.desk)),
  update: staffProcedure.input(Policy).mutation(({ ctx, input }) => savePolicy(ctx.desk, input)),
});
