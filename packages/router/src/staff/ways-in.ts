import { openStaffProcedure } from "../trpc.ts";

/** What helps whoever cannot sign in: without mail no link to a new password is promised. */
export const waysIn = openStaffProcedure
  .meta({ open: true })
  .query(({ ctx }) => ({ hasMail: ctx.hasMail }));
