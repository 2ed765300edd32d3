import { z } from "zod";

/** The body of a success without data. */
export const StatusOk = z
  .object({ status: z.literal("ok").describe("Always `ok`.") })
  .meta({ id: "StatusOk", description: "It is done." });

export const statusOk: z.input<typeof StatusOk> = { status: "ok" };
