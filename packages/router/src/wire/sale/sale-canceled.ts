import type { KnownCaller } from "@stampbook/core/context";
import type { SaleCanceled as Canceled } from "@stampbook/core/sales";
import { z } from "zod";
import { MembershipWithStatusCode, presentMembershipWithStatusCode } from "../membership.ts";
import {
  presentVouchersGivenBack,
  presentWithdrawn,
  VoucherGivenBack,
  WithdrawnVouchers,
} from "../redemptions/vouchers-of-cancel.ts";
import { stampsLetGo } from "../shown.ts";
import { mobileNumber, presentSaleBrief, SaleAnswerBrief, SaleCustomer } from "./sale.ts";

const shared = {
  transaction: SaleAnswerBrief.shape.transaction
    .extend({ status: z.literal("Canceled").describe("Always `Canceled`.") })
    .describe("The sale."),
  voucher: VoucherGivenBack.nullable().describe("The first of `vouchers`. Null if there is none."),
  vouchers: z.array(VoucherGivenBack).describe("The vouchers that the cancel issued."),
  withdrawn_vouchers: WithdrawnVouchers,
  stamps_let_go: stampsLetGo,
};

/** The answer of `/api/v2/transactions/cancel`. */
export const SaleCanceled = z.object({
  ...shared,
  membership: MembershipWithStatusCode.nullable().describe("Null if the sale had no customer."),
});

/** The answer of `/api/transactions/cancel`. */
export const SaleCanceledBrief = z.object({
  ...shared,
  customer: SaleCustomer.omit({ balance: true })
    .extend({ mobile_number: mobileNumber })
    .nullable()
    .describe("Null if the sale had no customer."),
});

function presentShared(canceled: Canceled, caller: KnownCaller) {
  const vouchers = presentVouchersGivenBack(canceled.replacements, caller);
  return {
    transaction: {
      ...presentSaleBrief(canceled).transaction,
      status: "Canceled" as const,
    },
    voucher: vouchers[0] ?? null,
    vouchers,
    withdrawn_vouchers: presentWithdrawn(canceled.withdrawn),
    stamps_let_go: canceled.stampsLetGo,
  };
}

export function presentCanceledSale(
  canceled: Canceled,
  caller: KnownCaller,
): z.input<typeof SaleCanceled> {
  const { customer, membership } = canceled;
  return {
    ...presentShared(canceled, caller),
    membership: customer && membership && presentMembershipWithStatusCode({ customer, membership }),
  };
}

export function presentCanceledSaleBrief(
  canceled: Canceled,
  caller: KnownCaller,
): z.input<typeof SaleCanceledBrief> {
  const { customer } = presentSaleBrief(canceled);
  return {
    ...presentShared(canceled, caller),
    customer: customer && { ...customer, mobile_number: canceled.customer?.mobileNumber ?? null },
  };
}
