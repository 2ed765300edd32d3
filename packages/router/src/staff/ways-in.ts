import { openStaffProcedure } from "../trpc.ts";

/** Ways to sign in again for a person who cannot. Without mail, no reset link is promised. */
export const waysIn = openStaffProcedure
  .meta({ open: true })
  .query(({ ctx }) => ({ hasMail: ctx.hasMail }));
