import { getVoucher, listVouchers } from "@stampbook/core/redemptions";
import { z } from "zod";
import { router, staffProcedure } from "../trpc.ts";
import { day, id, line, maybe } from "./fields.ts";
import { byDay, showPage } from "./paging.ts";

const states = ["open", "redeemed", "expired", "not_started", "inactive"] as const;

/** Newest first; with `endsBy` the open ones that end by that day, soonest first. */
const list = staffProcedure
  .input(
    z.object({
      customerId: maybe(id),
      templateId: maybe(id),
      state: maybe(z.enum(states)),
      code: maybe(line()),
      endsBy: maybe(day),
      ...byDay,
    }),
  )
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await listVouchers(ctx.desk, { ...rest, after: cursor })),
  );

const get = staffProcedure
  .input(z.object({ voucherId: id }))
  .query(({ ctx, input }) => getVoucher(ctx.desk, input.voucherId));

export const vouchers = router({ list, get });
