import { leastRoles, mayCall } from "@stampbook/core/access";
import { getDesk } from "@stampbook/core/merchants";
import { staffProcedure } from "../trpc.ts";

/** Who I am, for whom and where I work, and what I may call: what is refused need not be shown. */
export const me = staffProcedure.query(async ({ ctx }) => {
  const { role, stores } = ctx.desk.caller;
  const desk = await getDesk(ctx.desk);
  const may = Object.keys(leastRoles).filter((procedure) => mayCall(role, procedure));
  return { ...desk, role, everyStore: stores === null, may };
});
