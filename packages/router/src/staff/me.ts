import { leastRoles, mayCall } from "@stampbook/core/access";
import { getDesk } from "@stampbook/core/merchants";
import { staffProcedure } from "../trpc.ts";

/**
 * The person, merchant and stores of the session, and the procedures it may call, so that the console
 * can hide the others.
 */
export const me = staffProcedure.query(async ({ ctx }) => {
  const { role, stores } = ctx.desk.caller;
  const desk = await getDesk(ctx.desk);
  const may = Object.keys(leastRoles).filter((procedure) => mayCall(role, procedure));
  return { ...desk, role, everyStore: stores === null, may };
});
