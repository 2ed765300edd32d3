import type { StaffRole } from "@stampbook/core/context";
import { getDesk } from "@stampbook/core/merchants";
import { staffProcedure } from "../trpc.ts";

/**
 * The person, merchant and stores of the session, and the procedures that its role may call, so that the
 * console can hide the others. `callableBy` gets their names from the router, which does not exist yet.
 */
export const meFrom = (callableBy: (role: StaffRole) => readonly string[]) =>
  staffProcedure("cashier").query(async ({ ctx }) => {
    const { role, stores } = ctx.desk.caller;
    const desk = await getDesk(ctx.desk);
    return { ...desk, role, everyStore: stores === null, may: callableBy(role) };
  });
