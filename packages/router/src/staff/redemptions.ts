import {
  getRedemption,
  listRedemptions,
  previewCancelRedemption,
  type RedemptionListed,
} from "@stampbook/core/redemptions";
import { z } from "zod";
import { router, staffProcedure } from "../trpc.ts";
import { showCsv } from "./csv.ts";
import { actor, day, id, line, maybe } from "./fields.ts";
import { byTime, showPage } from "./paging.ts";
import { nameOf } from "./shown-actor.ts";

const kinds = [
  "reward",
  "rewards",
  "voucher",
  "voucher_code",
  "voucher_value",
  "promo_code",
] as const;

const Filter = z.object({
  from: maybe(day),
  to: maybe(day),
  storeId: maybe(id),
  customerId: maybe(id),
  kind: maybe(z.enum(kinds)),
  status: maybe(z.enum(["Created", "Canceled"])),
  who: maybe(actor),
  invoiceNumber: maybe(line()),
});
const Input = Filter.extend(byTime);
const One = z.object({ redemptionId: id });

const list = staffProcedure
  .input(Input)
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await listRedemptions(ctx.desk, { ...rest, after: cursor })),
  );

const csv = staffProcedure.input(Input).query(async ({ ctx, input: { cursor, ...rest } }) =>
  showCsv(await listRedemptions(ctx.desk, { ...rest, after: cursor }), cursor === null, {
    id: (row: RedemptionListed) => row.id,
    time: (row) => row.createdAt,
    kind: (row) => row.kind,
    status: (row) => row.status,
    name: (row) => row.name,
    stamps: (row) => row.stampsUsed,
    value: (row) => row.value,
    customer_id: (row) => row.customer.id,
    customer: (row) => row.customer.name,
    store: (row) => row.store.name,
    invoice_number: (row) => row.invoiceNumber,
    redeemed_by: (row) => nameOf(row.redeemedBy),
    canceled_at: (row) => row.canceledAt,
    canceled_by: (row) => nameOf(row.canceledBy),
  }),
);

const get = staffProcedure
  .input(One)
  .query(({ ctx, input }) => getRedemption(ctx.desk, input.redemptionId));

/** What a cancel would give back now. */
const previewCancel = staffProcedure
  .input(One)
  .query(({ ctx, input }) => previewCancelRedemption(ctx.desk, input.redemptionId));

export const redemptions = router({ list, csv, get, previewCancel });
