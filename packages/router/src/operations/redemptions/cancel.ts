import type { KnownCaller } from "@stampbook/core/context";
import { mostOf } from "@stampbook/core/limits";
import {
  cancelRedemption,
  keptCancel,
  type RedemptionCanceled,
  refuseOtherInvoice,
} from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { requireKey } from "../../idempotency.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { requiredIf } from "../../wire/check-fields.ts";
import { code, flag, id, requestId, storeRef, wholeNumber } from "../../wire/fields.ts";
import { CustomerSummary, presentCustomerSummary } from "../../wire/members/customer-summary.ts";
import {
  MembershipWithStatusCode,
  presentMembershipWithStatusCode,
} from "../../wire/membership.ts";
import { optional, withDefault } from "../../wire/reading.ts";
import {
  CanceledRedemption,
  LineState,
  presentCanceledRedemption,
  presentLineState,
} from "../../wire/redemptions/redemption.ts";
import {
  presentVouchersGivenBack,
  presentWithdrawn,
  VoucherGivenBack,
  WithdrawnVouchers,
} from "../../wire/redemptions/vouchers-of-cancel.ts";
import { day } from "../../wire/sale/day.ts";
import { withoutAbsent } from "../../without-absent.ts";

const fields = requiredIf(
  z.object({
    id: optional(id).describe("The id of the redemption. Needed without `invoice_number`."),
    create_replacement_voucher: withDefault(flag, false).describe(
      "Whether the customer gets a new voucher in place of a redeemed one.",
    ),
    invoice_number: optional(code).describe("Finds the redemption by its invoice."),
    store: optional(storeRef).describe("Chooses among several redemptions of an invoice number."),
    date: optional(day).describe(
      "The business day. The newest that has the invoice number by default.",
    ),
    line: optional(wholeNumber(1, mostOf.rewardLines)).describe(
      "The number of the line to cancel. By default the whole redemption is canceled.",
    ),
    line_request_id: optional(requestId).describe(
      "The `request_id` of the line, in place of `line`.",
    ),
    qty: optional(wholeNumber(1, mostOf.qty)).describe(
      "How many of the line to cancel, by default all that are left. Needs an idempotency key.",
    ),
  }),
  "id",
  ({ invoice_number: invoiceNumber }) => invoiceNumber === null,
);
const input = requiredIf(
  fields,
  "line",
  ({ qty, line_request_id: requestId }) => qty !== null && requestId === null,
);

function present(done: RedemptionCanceled, caller: KnownCaller) {
  const given = done.replacement ? [done.replacement] : [];
  return {
    redemption: presentCanceledRedemption(done.redemption),
    customer: presentCustomerSummary(done),
    membership: presentMembershipWithStatusCode(done),
    voucher: presentVouchersGivenBack(given, caller)[0] ?? null,
    withdrawn_vouchers: presentWithdrawn(done.withdrawn),
    lines: done.lines.map(presentLineState),
  };
}

/**
 * Cancels a redemption, a line of it, or some of the line's quantity, and gives back what it took. The redemption is
 * named by its id (interface R6) or its invoice number (interface 2, section 2). A second cancel changes nothing,
 * unless it has a `qty` (interface 3, section 4).
 */
export const cancel = operation
  .meta({
    summary: "Cancels a redemption and gives back what it took (R6)",
    example: {
      after: "redemptions.redeemVoucherCode",
      body: { id: 1, create_replacement_voucher: true },
      answer: {
        redemption: { ...sample.redemption, status: "Canceled", stamps_returned: 0 },
        customer: sample.customer,
        membership: sample.membership,
        voucher: {
          id: 7,
          code: "7Q2M0ZK4T9XW3RBH",
          name: "Free Kaya Bun",
          value: null,
          start_date: "2026-11-21",
          end_date: "2027-12-31",
        },
        withdrawn_vouchers: [],
        lines: [{ line: 1, qty: 1, canceled_qty: 1, status: "Canceled" }],
      },
    },
    rest: { path: "/api/redemptions/cancel", operationId: "cancelRedemption" },
    scope: "redemptions",
    idempotent: true,
    replays: [replay(keptCancel, (done, { core }) => present(done, core.caller))],
    failures: {
      // reported by the HTTP status, not on an input
      redemption_not_found: [],
      voucher_already_redeemed: "id",
      invalid: "invoice_number",
      invalid_store: "store",
    },
  })
  .input(input)
  .output(
    z.object({
      redemption: CanceledRedemption,
      customer: CustomerSummary,
      membership: MembershipWithStatusCode,
      voucher: VoucherGivenBack.nullable(),
      withdrawn_vouchers: WithdrawnVouchers,
      lines: z.array(LineState).describe("The lines of the redemption after the cancel."),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { id: redemption, invoice_number: invoiceNumber, ...rest } = input;
    const { create_replacement_voucher, store, date: businessDay } = rest;
    const { line, line_request_id: lineRequestId, qty } = rest;
    const byId = {
      ...{ id: redemption, create_replacement_voucher },
      ...{ line, line_request_id: lineRequestId, qty },
    };
    const core = ctx.coreFor(
      // calls have the same fingerprints as before invoice numbers and lines were accepted
      withoutAbsent(redemption === null ? input : byId, ["line", "line_request_id", "qty"]),
    );
    if (qty !== null) requireKey(core);
    if (redemption !== null && invoiceNumber !== null)
      await refuseOtherInvoice(core, redemption, invoiceNumber);
    const done = await cancelRedemption(core, {
      redemptionId: redemption ?? { invoiceNumber: invoiceNumber ?? "", store, businessDay },
      createReplacementVoucher: create_replacement_voucher,
      part: line === null && lineRequestId === null ? null : { line, lineRequestId, qty },
    });
    return present(done, core.caller);
  });
