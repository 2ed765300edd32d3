import { hasStaffPin, removeStaffPin, setStaffPin } from "@stampbook/core/devices";
import { Secret } from "@stampbook/core/secret";
import { z } from "zod";
import { router, staffProcedure } from "../trpc.ts";

/** The person's own PIN for shared devices. */
export const ownPin = router({
  get: staffProcedure("cashier")
    .output(z.object({ isSet: z.boolean() }))
    .query(async ({ ctx }) => ({ isSet: await hasStaffPin(ctx.desk) })),
  set: staffProcedure("cashier")
    .meta({ hashes: true })
    .input(z.object({ pin: z.string().max(255) }))
    .output(z.void())
    .mutation(({ ctx, input }) => setStaffPin(ctx.desk, new Secret(input.pin))),
  remove: staffProcedure("cashier")
    .output(z.void())
    .mutation(({ ctx }) => removeStaffPin(ctx.desk)),
});
