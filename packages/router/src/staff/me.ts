import type { StaffRole } from "@stampbook/core/context";
import { getDesk } from "@stampbook/core/merchants";
import { z } from "zod";
import { staffProcedure } from "../trpc.ts";
import { role } from "./fields.ts";
import { listOf } from "./shown/named.ts";

const ShownMe = z.object({
  person: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    image: z.string().nullable(),
    hasSecondFactor: z.boolean(),
  }),
  role,
  /** Whether the person may act in every store. */
  everyStore: z.boolean(),
  /** The procedures that the role may call. */
  may: listOf(z.string()),
  merchant: z.object({
    id: z.int(),
    name: z.string(),
    country: z.string(),
    timezone: z.string(),
    currency: z.string(),
    needsPin: z.boolean(),
  }),
  merchants: listOf(z.object({ id: z.int(), name: z.string(), role })),
  stores: listOf(
    z.object({
      id: z.int(),
      code: z.string(),
      name: z.string(),
      timezone: z.string(),
      isActive: z.boolean(),
    }),
  ),
  levels: listOf(z.object({ level: z.int(), name: z.string() })),
});

/**
 * The person, merchant and stores of the session, and the procedures that its role may call, so that the
 * console can hide the others. `callableBy` gets their names from the router, which does not exist yet.
 */
export const meFrom = (callableBy: (role: StaffRole) => readonly string[]) =>
  staffProcedure("cashier")
    .output(ShownMe)
    .query(async ({ ctx }) => {
      const { role, stores } = ctx.desk.caller;
      const desk = await getDesk(ctx.desk);
      return { ...desk, role, everyStore: stores === null, may: callableBy(role) };
    });
