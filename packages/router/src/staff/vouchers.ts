import { getVoucher, listVouchers, type VoucherListed } from "@stampbook/core/redemptions";
import { z } from "zod";
import { router, staffProcedure } from "../trpc.ts";
import { showCsv } from "./csv.ts";
import { day, id, line, maybe } from "./fields.ts";
import { byDay, showPage } from "./paging.ts";

const states = ["open", "redeemed", "expired", "not_started", "inactive"] as const;

/** Newest first; with `endsBy` the open ones that end by that day, soonest first. */
const Input = z.object({
  customerId: maybe(id),
  templateId: maybe(id),
  state: maybe(z.enum(states)),
  code: maybe(line()),
  endsBy: maybe(day),
  ...byDay,
});

const list = staffProcedure
  .input(Input)
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await listVouchers(ctx.desk, { ...rest, after: cursor })),
  );

const csv = staffProcedure.input(Input).query(async ({ ctx, input: { cursor, ...rest } }) =>
  showCsv(await listVouchers(ctx.desk, { ...rest, after: cursor }), cursor === null, {
    id: (row: VoucherListed) => row.id,
    code: (row) => row.code,
    name: (row) => row.name,
    state: (row) => row.state,
    value: (row) => row.value,
    remaining_value: (row) => row.remainingValue,
    start_date: (row) => row.startDate,
    end_date: (row) => row.endDate,
    customer_id: (row) => row.customer?.id ?? null,
    customer: (row) => row.customer?.name ?? null,
    redeemed_at: (row) => row.redeemedAt,
  }),
);

const get = staffProcedure
  .input(z.object({ voucherId: id }))
  .query(({ ctx, input }) => getVoucher(ctx.desk, input.voucherId));

export const vouchers = router({ list, csv, get });
