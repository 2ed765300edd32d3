import type { Customer, Membership } from "@stampbook/core/customers";
import { z } from "zod";
import { levelName, memberId, stampsLeft } from "../shown.ts";

/** The customer in the answers of `by-voucher-code` and `cancel`. */
export const CustomerSummary = z
  .object({ id: memberId, status: levelName, stamps_remaining: stampsLeft })
  .meta({ id: "CustomerSummary", description: "A customer in short." });

export function presentCustomerSummary(summary: {
  readonly customer: Pick<Customer, "id">;
  readonly membership: Membership;
}): z.input<typeof CustomerSummary> {
  return {
    id: summary.customer.id,
    status: summary.membership.levelName,
    stamps_remaining: summary.membership.stamps,
  };
}
