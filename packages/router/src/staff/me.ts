import type { StaffCaller } from "@stampbook/core/access";
import { getDesk } from "@stampbook/core/merchants";
import { z } from "zod";
import { deskProcedure } from "../trpc.ts";
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
  /** Whether a PIN opened the session. If so, procedures outside `may` need a sign-in with the password. */
  isByPin: z.boolean(),
  /** Whether the service sends mails. If not, they wait in the outbox. */
  hasMail: z.boolean(),
  /** Whether the person may act in every store. */
  everyStore: z.boolean(),
  /** The procedures that the session may call. */
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
 * The person, merchant and stores of the session, and the procedures that it may call. The console hides what
 * needs other procedures. `callableBy` is passed in, because it reads the router, which is made later.
 */
export const meFrom = (callableBy: (caller: StaffCaller) => readonly string[]) =>
  deskProcedure("cashier")
    .output(ShownMe)
    .query(async ({ ctx }) => {
      const { caller } = ctx.desk;
      const { role, stores, isByPin = false } = caller;
      const desk = await getDesk(ctx.desk);
      const everyStore = stores === null;
      return { ...desk, role, isByPin, hasMail: ctx.hasMail, everyStore, may: callableBy(caller) };
    });
