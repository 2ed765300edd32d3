import { z } from "zod";
import { openStaffProcedure } from "../trpc.ts";

/** Ways to sign in again for a person who cannot. Without mail, no reset link is promised. */
export const waysIn = openStaffProcedure
  .meta({ open: true })
  .output(z.object({ hasMail: z.boolean() }))
  .query(({ ctx }) => ({ hasMail: ctx.hasMail }));
