import { mostOf } from "@stampbook/core/limits";
import { getPolicy, savePolicy } from "@stampbook/core/merchants";
import { z } from "zod";
import { guardedProcedure, router, staffProcedure } from "../../trpc.ts";
import { role, words } from "../fields.ts";
import { listOf } from "../shown/named.ts";

const count = z.int("A whole number is expected.").min(1, "At least 1.").max(mostOf.count);

const countOrNull = count.nullish();

/** Each role once and in a fixed order, so that settings can be compared. */
const SecondFactorRoles = z
  .array(role)
  .max(10)
  .readonly()
  .transform((wanted) => role.options.filter((each) => wanted.includes(each)));

/** Zero is a value: nobody may, at no time. */
const countOrNone = z
  .int("A whole number is expected.")
  .min(0, "At least 0.")
  .max(mostOf.count)
  .optional();

/**
 * Missing fields stay unchanged. Null means that rows are never deleted, devices never locked, or a limit its
 * default.
 */
const Policy = z.object({
  pinMaxAttempts: count.optional(),
  pinLifetimeAttempts: count.optional(),
  pinRefuseCommon: z.boolean().optional(),
  otpTtlSeconds: count.optional(),
  otpMaxAttempts: count.optional(),
  otpRequestsPerHour: count.optional(),
  cashierCancelHours: countOrNone,
  cashierSaleStamps: countOrNull,
  cashierSaleTotal: countOrNull,
  cashierStampsPerDay: countOrNull,
  redemptionPinAuthorization: z.boolean().optional(),
  notifyCredentialChanges: z.boolean().optional(),
  notifyTemplateCode: words(mostOf.code).optional(),
  acceptTokenInMessage: z.boolean().optional(),
  lockAfterMinutes: countOrNull,
  keepBookingsDays: countOrNull,
  keepRefusalsDays: countOrNull,
  keepAuditDays: countOrNull,
  keepEventsDays: countOrNull,
  guessesPerMinute: countOrNull,
  blockedPinsPerDay: countOrNull,
  customersShownPerMinute: countOrNull,
  customersShownPerDay: countOrNull,
  suggestionsPerMinute: countOrNull,
  secondFactorRoles: SecondFactorRoles.optional(),
  smsCountries: z
    .array(words(2))
    .max(mostOf.countries, `At most ${mostOf.countries}.`)
    .readonly()
    .optional(),
});

const ShownPolicy = z.object({
  pinMaxAttempts: z.int(),
  pinLifetimeAttempts: z.int(),
  pinRefuseCommon: z.boolean(),
  otpTtlSeconds: z.int(),
  otpMaxAttempts: z.int(),
  otpRequestsPerHour: z.int(),
  cashierCancelHours: z.int(),
  cashierSaleStamps: z.int().nullable(),
  cashierSaleTotal: z.int().nullable(),
  cashierStampsPerDay: z.int().nullable(),
  redemptionPinAuthorization: z.boolean(),
  notifyCredentialChanges: z.boolean(),
  notifyTemplateCode: z.string(),
  acceptTokenInMessage: z.boolean(),
  lockAfterMinutes: z.int().nullable(),
  keepBookingsDays: z.int().nullable(),
  keepRefusalsDays: z.int().nullable(),
  keepAuditDays: z.int().nullable(),
  keepEventsDays: z.int().nullable(),
  guessesPerMinute: z.int().nullable(),
  blockedPinsPerDay: z.int().nullable(),
  customersShownPerMinute: z.int().nullable(),
  customersShownPerDay: z.int().nullable(),
  suggestionsPerMinute: z.int().nullable(),
  secondFactorRoles: listOf(role),
  smsCountries: listOf(z.string()),
});

export const policy = router({
  get: staffProcedure("manager")
    .output(ShownPolicy)
    .query(({ ctx }) => getPolicy(ctx.desk)),
  update: guardedProcedure("owner")
    .input(Policy)
    .output(ShownPolicy)
    .mutation(({ ctx, input }) => savePolicy(ctx.desk, input)),
});
