import { getVoucher, listVouchers } from "@stampbook/core/history";
import { withdrawVoucher } from "@stampbook/core/issuing";
import { z } from "zod";
import { deskProcedure, router } from "../trpc.ts";
import { day, id, line, maybe, reason, voucherStates } from "./fields.ts";
import { listing } from "./lists/listing.ts";
import { byVoucher, wrong } from "./lists/paging.ts";
import { ListedVoucher, ShownVoucher } from "./shown/voucher.ts";

/**
 * The list is newest first. With `endsBy`: unredeemed, active vouchers that end by that day, soonest first
 * unless `code` is given too.
 */
const Input = z
  .object({
    customerId: maybe(id),
    templateId: maybe(id),
    state: maybe(z.enum(voucherStates)),
    code: maybe(line()),
    endsBy: maybe(day),
    ...byVoucher,
  })
  // a cursor without a key belongs to the order by id
  .refine(
    ({ cursor, code, endsBy, customerId }) =>
      cursor?.key !== "" || code !== null || (endsBy === null && customerId === null),
    { path: ["cursor"], message: wrong },
  );

const { list, csv } = listing(deskProcedure("cashier"), {
  input: Input,
  item: ListedVoucher,
  read: listVouchers,
  columns: {
    id: (row) => row.id,
    code: (row) => row.code,
    name: (row) => row.name,
    state: (row, say) => say.word("state", row.state),
    value: (row) => row.value,
    remaining_value: (row) => row.remainingValue,
    start_date: (row) => row.startDate,
    end_date: (row) => row.endDate,
    customer_id: (row) => row.customer?.id ?? null,
    customer: (row) => row.customer?.name ?? null,
    redeemed_at: (row, say) => say.time(row.redeemedAt),
    time_zone: (_, say) => say.zone(),
  },
});

/** A voucher. With a store, its state is the one by the store's calendar. */
const get = deskProcedure("cashier")
  .input(z.object({ voucherId: id, storeId: maybe(id) }))
  .output(ShownVoucher)
  .query(({ ctx, input }) => getVoucher(ctx.desk, input.voucherId, input.storeId));

/** Withdraws a voucher that was issued by mistake or whose code has leaked. */
const withdraw = deskProcedure("manager")
  .input(z.object({ voucherId: id, reason }))
  .output(z.void())
  .mutation(({ ctx, input }) => withdrawVoucher(ctx.desk, input));

export const vouchers = router({ list, csv, get, withdraw });
