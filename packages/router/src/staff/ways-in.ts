import { z } from "zod";
import { openStaffProcedure } from "../trpc.ts";

/** Tells a person who cannot sign in how to get access again. Without mail, no reset link may be promised. */
export const waysIn = openStaffProcedure
  .meta({ open: true })
  .output(z.object({ hasMail: z.boolean() }))
  .query(({ ctx }) => ({ hasMail: ctx.hasMail }));
