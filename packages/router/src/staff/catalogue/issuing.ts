import { generateCodes, issueVouchersTo } from "@stampbook/core/issuing";
import { mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import { staffProcedure } from "../../trpc.ts";
import { day, id, maybe, reason, whole } from "../fields.ts";
import { ShownIssued, ShownJob } from "../shown/catalogue.ts";
import { listOf } from "../shown/named.ts";

/** Issues a voucher to each of the chosen customers, or to none of them. */
export const issueVouchers = staffProcedure("manager")
  .meta({ idempotent: true })
  .input(
    z.object({
      templateId: id,
      customerIds: z
        .array(id)
        .min(1, "Choose a customer.")
        .max(mostOf.issued, `At most ${mostOf.issued} customers at once.`),
      reason: maybe(reason),
    }),
  )
  .output(z.object({ vouchers: listOf(ShownIssued) }))
  .mutation(async ({ ctx, input }) => ({
    vouchers: await issueVouchersTo(ctx.deskFor(input), input),
  }));

/** Starts a job that generates unassigned codes. */
export const generate = staffProcedure("manager")
  .meta({ idempotent: true })
  .input(
    z.object({
      templateId: id,
      quantity: whole(1, mostOf.generated),
      startDate: maybe(day),
      endDate: maybe(day),
    }),
  )
  .output(ShownJob)
  .mutation(({ ctx, input }) => generateCodes(ctx.deskFor(input), input));
