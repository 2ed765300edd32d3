import { anonymizeCustomer, exportCustomer } from "@stampbook/core/privacy";
import { z } from "zod";
import { guardedProcedure } from "../../trpc.ts";
import { id, reason, words } from "../fields.ts";

/** All data stored about a customer, without secrets and hashes, as a file for that customer. */
export const exportData = guardedProcedure("manager")
  .input(z.object({ customerId: id }))
  .output(z.record(z.string(), z.unknown()))
  .mutation(({ ctx, input }) => exportCustomer(ctx.desk, input));

/** Erases a customer's personal data permanently. `confirmation` is as `checkConfirmation` expects. */
export const anonymize = guardedProcedure("owner")
  .input(z.object({ customerId: id, reason, confirmation: words() }))
  .output(z.void())
  .mutation(({ ctx, input }) => anonymizeCustomer(ctx.desk, input));
