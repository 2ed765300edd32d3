import { z } from "zod";

/** The body of a success that has nothing to tell. */
export const StatusOk = z.object({ status: z.literal("ok") });

export const statusOk: z.input<typeof StatusOk> = { status: "ok" };
