import * as core from "@stampbook/core/issuing";
import { mostOf } from "@stampbook/core/limits";
import { findStoreDay } from "@stampbook/core/merchants";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { day } from "../../wire/bookings/booking.ts";
import { valueOfVoucher } from "../../wire/catalogue/value-of-voucher.ts";
import { presentVouchersIssued, VouchersIssued } from "../../wire/catalogue/vouchers-issued.ts";
import { id, storeRef, text, userRef, wholeNumber } from "../../wire/fields.ts";
import { optional, required } from "../../wire/reading.ts";
import { withoutAbsent } from "../../without-absent.ts";

/** Issues vouchers of a template to a customer. Interface C6. */
export const issue = operation
  .meta({
    summary: "Issues vouchers of a template to a customer (C6)",
    example: {
      body: { user: "customer@example.com", voucher_template: 12, quantity: 1, notes: "Birthday" },
      answer: {
        vouchers: [sample.birthdayBun],
        voucher: sample.birthdayBun,
        customer: { id: 123, email: "customer@example.com" },
      },
    },
    scope: "vouchers.issue",
    idempotent: true,
    replays: [
      replay(core.keptIssue, (issued, { merchant }) => presentVouchersIssued(issued, merchant)),
    ],
    failures: {
      invalid_store: "store",
      invalid_user: "user",
      invalid_voucher_template: "voucher_template",
      voucher_value_not_dynamic: "value",
      required: "value",
      invalid: "start_date",
    },
    rest: { path: "/api/vouchers/issue", operationId: "issueVouchers" },
  })
  .input(
    z.object({
      user: required(userRef),
      voucher_template: required(id).describe("The id of the template."),
      quantity: required(wholeNumber(1, mostOf.issuedToOne)).describe("How many vouchers."),
      start_date: optional(day).describe(
        "The first day on which they are valid; today by default, in the store's time zone.",
      ),
      notes: optional(text(mostOf.notes)).describe("A note that the vouchers show."),
      value: optional(valueOfVoucher).describe(
        "The value of each, in place of the template's. Only if that is dynamic.",
      ),
      store: optional(storeRef),
    }),
  )
  .output(VouchersIssued)
  .mutation(async ({ ctx, input }) => {
    const context = ctx.coreFor(withoutAbsent(input, ["store"]));
    const issued = await core.issueToCustomer(context, {
      user: input.user,
      templateId: input.voucher_template,
      quantity: input.quantity,
      startDate: input.start_date,
      today: input.store === null ? null : await findStoreDay(context, input.store),
      notes: input.notes,
      value: input.value,
    });
    return presentVouchersIssued(issued, ctx.merchant);
  });
