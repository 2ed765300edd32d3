import { listDevices, revokeDevice } from "@stampbook/core/devices";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { id } from "../fields.ts";
import { listOf } from "../shown/named.ts";

const ShownDevice = z.object({
  id: z.int(),
  name: z.string(),
  storeId: z.int(),
  enrolledBy: z.string().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});

/** Shared devices. The sign-in service enrolls a browser, because it sets the browser's cookie. */
export const devices = router({
  list: staffProcedure("manager")
    .output(listOf(ShownDevice))
    .query(({ ctx }) => listDevices(ctx.desk)),
  revoke: staffProcedure("manager")
    .input(z.object({ id }))
    .output(z.void())
    .mutation(({ ctx, input }) => revokeDevice(ctx.desk, input.id)),
});
