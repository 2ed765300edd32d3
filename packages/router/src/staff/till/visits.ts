import { mostOf } from "@stampbook/core/limits";
import { emailReceipt } from "@stampbook/core/receipts";
import {
  confirmVisit,
  getVisitOutcome,
  listTodaysVisits,
  previewUndoVisit,
  previewVisit,
  undoVisit,
  type VisitInput,
} from "@stampbook/core/visits";
import { z } from "zod";
import { deskProcedure, router } from "../../trpc.ts";
import { amount, amountAboveZero, id, line, maybe, reason, whole, words } from "../fields.ts";
import { listOf } from "../shown/named.ts";
import {
  ShownReceiptSent,
  ShownUndo,
  ShownUndoPreview,
  ShownVisit,
  ShownVisitOutcome,
  ShownVisitPreview,
  ShownVisitRecord,
} from "../shown/visit.ts";
import { showRecord, showVisit } from "./show-visit.ts";

const code = words(mostOf.code);

const tooMany = `At most ${mostOf.visitLines} lines are allowed in all.`;

const Confirmation = z
  .object({
    customerId: id,
    storeId: id,
    channel: maybe(whole(1, 9)),
    invoiceNumber: maybe(line(mostOf.code)),
    /** The id of the request that the customer's PIN authorized. It is used for all lines. */
    requestId: maybe(line(mostOf.code)),
    sale: z.object({ total: amount }).nullable().default(null),
    rewards: z
      .array(
        z.object({
          rewardId: id,
          qty: whole(1, mostOf.qty),
          /** The price of a flexible reward. 0 counts as absent. */
          stamps: maybe(whole(0, mostOf.stamps)).transform((stamps) => stamps || null),
        }),
      )
      .default([]),
    vouchers: z
      .array(z.object({ voucher: z.union([id, code]), value: maybe(amountAboveZero) }))
      .default([]),
    promoCodes: z.array(code).default([]),
  })
  .refine(({ sale, invoiceNumber }) => sale === null || invoiceNumber !== null, {
    path: ["invoiceNumber"],
    error: "This field is required.",
  })
  .refine(
    ({ rewards, vouchers, promoCodes }) =>
      rewards.length + vouchers.length + promoCodes.length <= mostOf.visitLines,
    { path: ["rewards"], error: tooMany },
  )
  .refine(
    ({ rewards, vouchers, promoCodes, sale }) =>
      sale !== null || rewards.length + vouchers.length + promoCodes.length > 0,
    { path: ["rewards"], error: "Add something to the visit first." },
  );

/** Confirms a visit: redeems and records the sale, all or none. The idempotency key identifies the visit. */
const confirm = deskProcedure("cashier")
  .meta({ idempotent: true })
  .input(Confirmation)
  .output(ShownVisit)
  .mutation(async ({ ctx, input }) =>
    showVisit(await confirmVisit(ctx.deskFor(input), readVisit(input))),
  );

const codes = z.array(code).max(mostOf.visitLines);

/** Returns the stamps that a visit's sale would earn, and which of its codes cannot be redeemed. */
const preview = deskProcedure("cashier")
  .input(
    z.object({
      customerId: id,
      storeId: id,
      channel: maybe(whole(1, 9)),
      total: maybe(amount),
      promoCodes: codes.default([]),
      /** Codes of vouchers that nobody holds. */
      vouchers: codes.default([]),
    }),
  )
  .output(ShownVisitPreview)
  .query(({ ctx, input: { storeId: store, ...input } }) =>
    previewVisit(ctx.desk, { ...input, store }),
  );

const key = words(mostOf.code);

/** Returns the outcome of a visit whose answer was lost. */
const outcome = deskProcedure("cashier")
  .input(z.object({ key }))
  .output(ShownVisitOutcome)
  .query(async ({ ctx, input }) => {
    const { state, record } = await getVisitOutcome(ctx.desk, input.key);
    return { state, visit: record && showRecord(record) };
  });

/** The last visits of today in a store, newest first. */
const today = deskProcedure("cashier")
  .input(z.object({ storeId: id }))
  .output(z.object({ items: listOf(ShownVisitRecord) }))
  .query(async ({ ctx, input }) => ({
    items: (await listTodaysVisits(ctx.desk, input.storeId)).map(showRecord),
  }));

/** The part of a visit to undo; null for the whole visit. */
const Part = z
  .union([z.object({ redemptionId: id }), z.object({ sale: z.literal(true) })])
  .nullable()
  .default(null);

/** Returns what an undo would give back now. */
const previewUndo = deskProcedure("cashier")
  .input(z.object({ key, part: Part }))
  .output(ShownUndoPreview)
  .query(({ ctx, input }) => previewUndoVisit(ctx.desk, input));

/** Cancels the redemptions and the sale of a visit, or the given part of them: all or none. */
const undo = deskProcedure("cashier")
  .input(z.object({ key, part: Part, createReplacementVouchers: z.boolean(), reason }))
  .output(ShownUndo)
  .mutation(async ({ ctx, input }) => {
    const { membership, ...undone } = await undoVisit(ctx.desk, input);
    return { ...undone, stampsLeft: membership.stamps };
  });

/** Sends the receipt to the customer's email address, once to each address. */
const emailReceiptProcedure = deskProcedure("cashier")
  .input(z.object({ key }))
  .output(ShownReceiptSent)
  .mutation(({ ctx, input }) => emailReceipt(ctx.desk, input.key));

export const visits = router({
  preview,
  confirm,
  outcome,
  today,
  previewUndo,
  undo,
  emailReceipt: emailReceiptProcedure,
});

function readVisit(input: z.output<typeof Confirmation>): VisitInput {
  const { customerId: user, storeId: store, channel, invoiceNumber, requestId } = input;
  return {
    user,
    store,
    channel,
    invoiceNumber,
    issue: null,
    sale: input.sale && invoiceNumber !== null ? saleOf(input.sale.total, invoiceNumber) : null,
    rewards: input.rewards.map(({ rewardId, ...line }) => ({
      ...line,
      reward: rewardId,
      requestId,
    })),
    vouchers: input.vouchers.map(({ voucher, value }) => ({
      value,
      requestId,
      voucher: typeof voucher === "number" ? { id: voucher } : { code: voucher },
    })),
    promoCodes: input.promoCodes.map((promoCode) => ({ promoCode, requestId })),
  };
}

/** A sale at the current time, with a total alone, for a till that enters no items. */
function saleOf(total: string, invoiceNumber: string): NonNullable<VisitInput["sale"]> {
  return {
    invoiceNumber,
    total,
    people: 1,
    soldAt: null,
    subtotal: null,
    discount: null,
    serviceCharge: null,
    tax: null,
    type: null,
    items: [],
    payments: [],
    stamps: null,
    employeeCode: null,
    extraData: null,
  };
}
