import { getPolicy, mostOf, savePolicy } from "@stampbook/core/merchants";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { words } from "../fields.ts";

const count = z.int("A whole number is expected.").min(1, "At least 1.").max(mostOf.count);

const days = count.nullish();

const roles = ["owner", "manager", "cashier"] as const;

/** Each role once and in a fixed order, so that equal settings are equal. */
const SecondFactorRoles = z
  .array(z.enum(roles))
  .max(10)
  .readonly()
  .transform((wanted) => roles.filter((role) => wanted.includes(role)));

/** Missing fields stay unchanged; for days, null keeps rows forever. */
const Policy = z.object({
  pinMaxAttempts: count.optional(),
  pinLifetimeAttempts: count.optional(),
  pinRefuseCommon: z.boolean().optional(),
  otpTtlSeconds: count.optional(),
  otpMaxAttempts: count.optional(),
  otpRequestsPerHour: count.optional(),
  cashierCancelHours: z
    .int("A whole number is expected.")
    .min(0, "At least 0.")
    .max(mostOf.count)
    .optional(),
  redemptionPinAuthorization: z.boolean().optional(),
  notifyCredentialChanges: z.boolean().optional(),
  notifyTemplateCode: words(mostOf.code).optional(),
  keepBookingsDays: days,
  keepRefusalsDays: days,
  keepAuditDays: days,
  keepEventsDays: days,
  secondFactorRoles: SecondFactorRoles.optional(),
  smsCountries: z
    .array(words(2))
    .max(mostOf.countries, `At most ${mostOf.countries}.`)
    .readonly()
    .optional(),
});

export const policy = router({
  get: staffProcedure("manager").query(({ ctx }) => getPolicy(ctx.desk)),
  update: staffProcedure("owner")
    .input(Policy)
    .mutation(({ ctx, input }) => savePolicy(ctx.desk, input)),
});
