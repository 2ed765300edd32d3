import {
  getRedemption,
  listRedemptions,
  listReplacements,
  previewCancelRedemption,
  reviewReplacement,
} from "@stampbook/core/history";
import { mostOf } from "@stampbook/core/limits";
import { cancelRedemption } from "@stampbook/core/redeeming";
import { z } from "zod";
import { requireKey } from "../idempotency.ts";
import { deskProcedure, router, staffProcedure } from "../trpc.ts";
import { withoutAbsent } from "../without-absent.ts";
import {
  actor,
  day,
  id,
  line,
  maybe,
  reason,
  redemptionKinds,
  redemptionStatuses,
} from "./fields.ts";
import { listing } from "./lists/listing.ts";
import { atCursor, isOfOrder, sortedByTime } from "./lists/paging.ts";
import {
  ListedRedemption,
  ShownCancel,
  ShownCancelPreview,
  ShownRedemption,
  ShownReplacement,
} from "./shown/redemption.ts";

const Filter = z.object({
  from: maybe(day),
  to: maybe(day),
  storeId: maybe(id),
  customerId: maybe(id),
  kind: maybe(z.enum(redemptionKinds)),
  status: maybe(z.enum(redemptionStatuses)),
  who: maybe(actor),
  invoiceNumber: maybe(line()),
  rewardId: maybe(id),
  templateId: maybe(id),
});
const Input = Filter.extend(sortedByTime).refine(isOfOrder, atCursor);
const One = z.object({ redemptionId: id });
/** A redemption, or a line of it, or some of the line's quantity. */
const OnePart = One.extend({
  line: maybe(z.number().int().min(1).max(mostOf.rewardLines)),
  qty: maybe(z.number().int().min(1).max(mostOf.qty)),
});
const partOf = ({ line, qty }: z.output<typeof OnePart>) =>
  line === null ? null : { line, qty, lineRequestId: null };

const { list, csv } = listing(deskProcedure("cashier"), {
  input: Input,
  item: ListedRedemption,
  read: listRedemptions,
  columns: {
    id: (row) => row.id,
    time: (row, say) => say.time(row.createdAt, row.store.id),
    time_zone: (row, say) => say.zone(row.store.id),
    kind: (row, say) => say.word("kind", row.kind),
    status: (row, say) => say.word("status", row.status),
    name: (row) => row.name,
    stamps: (row) => row.stampsUsed,
    stamps_returned: (row) => row.stampsReturned,
    value: (row) => row.value,
    customer_id: (row) => row.customer.id,
    customer: (row) => row.customer.name,
    store: (row) => row.store.name,
    invoice_number: (row) => row.invoiceNumber,
    redeemed_by: (row, say) => say.who(row.redeemedBy),
    canceled_at: (row, say) => say.time(row.canceledAt, row.store.id),
    canceled_by: (row, say) => say.who(row.canceledBy),
  },
});

const get = deskProcedure("cashier")
  .input(One)
  .output(ShownRedemption)
  .query(({ ctx, input }) => getRedemption(ctx.desk, input.redemptionId));

/** Returns what a cancel would give back now. */
const previewCancel = deskProcedure("cashier")
  .input(OnePart)
  .output(ShownCancelPreview)
  .query(({ ctx, input }) => previewCancelRedemption(ctx.desk, input.redemptionId, partOf(input)));

/** Like `redemptions.cancel`, with a reason. */
const cancel = deskProcedure("cashier")
  .meta({ idempotent: true })
  .input(OnePart.extend({ createReplacementVoucher: z.boolean(), reason }))
  .output(ShownCancel)
  .mutation(async ({ ctx, input }) => {
    const core = ctx.deskFor(withoutAbsent(input, ["line", "qty"]));
    const part = partOf(input);
    if (part && part.qty !== null) requireKey(core);
    const { redemption, membership } = await cancelRedemption(core, { ...input, part });
    return { id: redemption.id, status: redemption.status, stampsLeft: membership.stamps };
  });

const Replacements = z
  .object({ isOpen: z.boolean().default(true), who: maybe(actor), ...sortedByTime })
  .refine(isOfOrder, atCursor);

/** Lists the cancels that issued a new voucher, for review. */
const replaced = listing(staffProcedure("manager"), {
  input: Replacements,
  item: ShownReplacement,
  read: listReplacements,
  columns: {
    id: (row) => row.id,
    canceled_at: (row, say) => say.time(row.canceledAt, row.store.id),
    time_zone: (row, say) => say.zone(row.store.id),
    canceled_by: (row, say) => say.who(row.canceledBy),
    customer_id: (row) => row.customer.id,
    customer: (row) => row.customer.name,
    name: (row) => row.name,
    value: (row) => row.voucherValue,
    store: (row) => row.store.name,
    reason: (row) => row.reason,
    reviewed_at: (row, say) => say.time(row.reviewedAt, row.store.id),
    reviewed_by: (row, say) => say.who(row.reviewedBy),
  },
});

/** Marks a cancel as reviewed. */
const reviewOne = staffProcedure("manager")
  .input(One)
  .output(z.void())
  .mutation(({ ctx, input }) => reviewReplacement(ctx.desk, input.redemptionId));

export const redemptions = router({
  list,
  csv,
  get,
  previewCancel,
  cancel,
  replacements: replaced.list,
  replacementsCsv: replaced.csv,
  reviewReplacement: reviewOne,
});
