import { anonymizeCustomer, exportCustomer } from "@stampbook/core/privacy";
import { z } from "zod";
import { staffProcedure } from "../trpc.ts";
import { id, reason, words } from "./fields.ts";

/** Everything that is held of a customer, for a file that they may be given. */
export const exportData = staffProcedure
  .input(z.object({ customerId: id }))
  .mutation(({ ctx, input }) => exportCustomer(ctx.desk, input));

/** Erases a customer's personal data for good; their name is typed to confirm it. */
export const anonymize = staffProcedure
  .input(z.object({ customerId: id, reason, confirmation: words() }))
  .mutation(({ ctx, input }) => anonymizeCustomer(ctx.desk, input));
