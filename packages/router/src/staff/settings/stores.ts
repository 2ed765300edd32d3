import { listStores, saveStore } from "@stampbook/core/merchants";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { id, maybe, words } from "../fields.ts";

const minute = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, "A time is expected: HH:MM.");
const Hours = z.partialRecord(
  z.enum(["1", "2", "3", "4", "5", "6", "7"]),
  z.array(z.object({ from: minute, to: minute })).max(10),
);

/** All that is said of a store: a form is sent whole. */
const Store = z.object({
  code: words(100),
  name: words(),
  timezone: words(100),
  isActive: z.boolean(),
  largestParty: maybe(z.int().min(1).max(1_000)),
  openingHours: Hours.nullish().transform((hours) => hours ?? null),
});

export const stores = router({
  list: staffProcedure.query(({ ctx }) => listStores(ctx.desk)),
  create: staffProcedure
    .input(Store)
    .mutation(({ ctx, input: fields }) => saveStore(ctx.desk, { id: null, fields })),
  update: staffProcedure
    .input(Store.extend({ id }))
    .mutation(({ ctx, input: { id, ...fields } }) => saveStore(ctx.desk, { id, fields })),
});
