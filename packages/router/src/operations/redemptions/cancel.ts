import type { KnownCaller } from "@stampbook/core/context";
import {
  cancelRedemption,
  keptCancel,
  type RedemptionCanceled,
  refuseOtherInvoice,
} from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { requiredIf } from "../../wire/check-fields.ts";
import { code, flag, id, storeRef } from "../../wire/fields.ts";
import { CustomerSummary, presentCustomerSummary } from "../../wire/members/customer-summary.ts";
import {
  MembershipWithStatusCode,
  presentMembershipWithStatusCode,
} from "../../wire/membership.ts";
import { optional, withDefault } from "../../wire/reading.ts";
import {
  CanceledRedemption,
  presentCanceledRedemption,
} from "../../wire/redemptions/redemption.ts";
import {
  presentVouchersGivenBack,
  presentWithdrawn,
  VoucherGivenBack,
  WithdrawnVouchers,
} from "../../wire/redemptions/vouchers-of-cancel.ts";
import { day } from "../../wire/sale/day.ts";

const input = requiredIf(
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
  }),
  "id",
  ({ invoice_number: invoiceNumber }) => invoiceNumber === null,
);

function present(done: RedemptionCanceled, caller: KnownCaller) {
  const given = done.replacement ? [done.replacement] : [];
  return {
    redemption: presentCanceledRedemption(done.redemption),
    customer: presentCustomerSummary(done),
    membership: presentMembershipWithStatusCode(done),
    voucher: presentVouchersGivenBack(given, caller)[0] ?? null,
    withdrawn_vouchers: presentWithdrawn(done.withdrawn),
  };
}

/**
 * Cancels a redemption and gives back what it took. The redemption is named by its id (interface R6) or its
 * invoice number (interface 2, section 2). A second cancel changes nothing.
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
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { id: redemption, invoice_number: invoiceNumber, ...rest } = input;
    const { create_replacement_voucher, store, date: businessDay } = rest;
    const core = ctx.coreFor(
      // a call by id has the same fingerprint as before invoice numbers were accepted
      redemption === null ? input : { id: redemption, create_replacement_voucher },
    );
    if (redemption !== null && invoiceNumber !== null)
      await refuseOtherInvoice(core, redemption, invoiceNumber);
    const done = await cancelRedemption(core, {
      redemptionId: redemption ?? { invoiceNumber: invoiceNumber ?? "", store, businessDay },
      createReplacementVoucher: create_replacement_voucher,
    });
    return present(done, core.caller);
  });
