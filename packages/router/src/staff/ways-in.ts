import { z } from "zod";
import { openStaffProcedure } from "../trpc.ts";

/** Returns how a person who cannot sign in can get access again. Without mail, no reset link may be promised. */
export const waysIn = openStaffProcedure
  .meta({ open: true })
  .output(z.object({ hasMail: z.boolean() }))
  .query(({ ctx }) => ({ hasMail: ctx.hasMail }));
