import type { SaleAdded } from "@stampbook/core/sales";
import { z } from "zod";
import { MembershipWithStatusCode, presentMembershipWithStatusCode } from "../membership.ts";
import { presentSaleBrief, SaleAnswerBrief, SaleCustomer } from "./sale.ts";

const transaction = SaleAnswerBrief.shape.transaction.extend({ status: z.literal("Canceled") });

/** The answer of `/api/v2/transactions/cancel`. `membership` is null if the sale had no customer. */
export const SaleCanceled = z.object({
  transaction,
  membership: MembershipWithStatusCode.nullable(),
});

/** The answer of `/api/transactions/cancel`. */
export const SaleCanceledBrief = z.object({
  transaction,
  customer: SaleCustomer.omit({ balance: true })
    .extend({ mobile_number: z.string().nullable() })
    .nullable(),
});

export function presentCanceledSale(canceled: SaleAdded): z.input<typeof SaleCanceled> {
  const { customer, membership } = canceled;
  return {
    transaction: { ...presentSaleBrief(canceled).transaction, status: "Canceled" },
    membership: customer && membership && presentMembershipWithStatusCode({ customer, membership }),
  };
}

export function presentCanceledSaleBrief(canceled: SaleAdded): z.input<typeof SaleCanceledBrief> {
  const { transaction, customer } = presentSaleBrief(canceled);
  const mobileNumber = canceled.customer?.mobileNumber ?? null;
  return {
    transaction: { ...transaction, status: "Canceled" },
    customer: customer && { ...customer, mobile_number: mobileNumber },
  };
}
