import { levelMonths, mostOf, programmeBounds, programmeForms } from "@stampbook/core/limits";
import { listPaymentMethods, savePaymentMethod } from "@stampbook/core/payment-methods";
import {
  getProgramme,
  listLevels,
  saveLevel,
  saveProgramme,
  spentStampsChoices,
} from "@stampbook/core/programme";
import { z } from "zod";
import { router, staffProcedure } from "../trpc.ts";
import { amount, level, maybe, newCode, whole, words } from "./fields.ts";
import { listOf } from "./shown/named.ts";

const earnOn = z.enum(["total", "subtotal"]);

const ifSpent = z.enum(spentStampsChoices);

/** Missing fields stay unchanged. Null means no limit, no end, or no amount. */
const Programme = z.object({
  earnAmount: amount.nullish(),
  earnStamps: whole(...programmeBounds.earnStamps).optional(),
  earnOn: earnOn.optional(),
  earnMaxPerTransaction: whole(...programmeBounds.earnMaxPerTransaction).nullish(),
  earnMaxPerDay: whole(...programmeBounds.earnMaxPerDay).nullish(),
  acceptStampsFromPos: z.boolean().optional(),
  stampsValidDays: whole(...programmeBounds.stampsValidDays).nullish(),
  spentStampsOnCancel: ifSpent.optional(),
  spentStampsOnReturn: ifSpent.optional(),
  oneRedemptionPerInvoice: z.boolean().optional(),
  partialMayRedeem: z.boolean().optional(),
  memberIdPrefix: words(mostOf.code).optional(),
  marketingDefault: z.boolean().optional(),
});

const ShownProgramme = z.object({
  earnAmount: z.string().nullable(),
  earnStamps: z.int(),
  earnOn,
  earnMaxPerTransaction: z.int().nullable(),
  earnMaxPerDay: z.int().nullable(),
  acceptStampsFromPos: z.boolean(),
  stampsValidDays: z.int().nullable(),
  spentStampsOnCancel: ifSpent,
  spentStampsOnReturn: ifSpent,
  oneRedemptionPerInvoice: z.boolean(),
  partialMayRedeem: z.boolean(),
  memberIdPrefix: z.string(),
  marketingDefault: z.boolean(),
});

const PaymentMethod = z.object({ code: newCode, name: words(), earns: z.boolean() });
const ShownMethod = z.object({ code: z.string(), name: z.string(), earns: z.boolean() });

const noMultiplier = "A number from 0 to 999.99 is expected, with at most two decimal places.";

/**
 * All rules of a level. They are saved together. Without `spendingToReach`, the level is given only by hand.
 */
const Level = z.object({
  level,
  name: words(),
  earnMultiplier: z
    .string(noMultiplier)
    .regex(programmeForms.multiplier, noMultiplier)
    .pipe(amount),
  spendingToReach: maybe(amount),
  keepMonths: whole(...levelMonths),
});

const ShownLevel = z.object({
  level: z.int(),
  name: z.string(),
  earnMultiplier: z.string(),
  spendingToReach: z.string().nullable(),
  keepMonths: z.int(),
});

/** The programme's rules: what sales earn, how long stamps are valid, and how members join and redeem. */
export const programme = router({
  get: staffProcedure("manager")
    .output(ShownProgramme)
    .query(({ ctx }) => getProgramme(ctx.desk)),
  save: staffProcedure("owner")
    .input(Programme)
    .output(ShownProgramme)
    .mutation(({ ctx, input }) => saveProgramme(ctx.desk, input)),
  paymentMethods: router({
    list: staffProcedure("manager")
      .output(listOf(ShownMethod))
      .query(({ ctx }) => listPaymentMethods(ctx.desk)),
    save: staffProcedure("owner")
      .input(PaymentMethod)
      .output(z.void())
      .mutation(({ ctx, input }) => savePaymentMethod(ctx.desk, input)),
  }),
  levels: router({
    list: staffProcedure("manager")
      .output(listOf(ShownLevel))
      .query(({ ctx }) => listLevels(ctx.desk)),
    save: staffProcedure("owner")
      .input(Level)
      .output(z.void())
      .mutation(({ ctx, input }) => saveLevel(ctx.desk, input)),
  }),
});
