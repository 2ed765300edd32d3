import { z } from "zod";
import { openStaffProcedure } from "../trpc.ts";

/** Returns whether mails are sent. If not, the sign-in page must not promise a reset link. */
export const waysIn = openStaffProcedure
  .meta({ open: true })
  .output(z.object({ hasMail: z.boolean() }))
  .query(({ ctx }) => ({ hasMail: ctx.hasMail }));
