import type { Customer, Membership } from "@stampbook/core/customers";
import { z } from "zod";

/**
 * The customer in the answers of `by-voucher-code` and `cancel`. `status` is the level's name.
 */
export const CustomerSummary = z.object({
  id: z.int(),
  status: z.string(),
  stamps_remaining: z.int(),
});

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
