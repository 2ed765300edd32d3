import type { Merchant } from "@stampbook/core/context";
import type { VouchersIssued as Issued } from "@stampbook/core/issuing";
import { z } from "zod";
import { HeldVoucher, presentHeldVoucher } from "../redemptions/held-voucher.ts";
import { memberId } from "../shown.ts";

/** A new voucher. Its issuer always gets the code. */
const NewVoucher = HeldVoucher.extend({ code: z.string().describe("The code.") }).meta({
  id: "NewVoucher",
  description: "A voucher that was just issued.",
});

/** The answer of `vouchers/issue`. */
export const VouchersIssued = z.object({
  vouchers: z.array(NewVoucher).describe("The vouchers that were issued."),
  voucher: NewVoucher.describe("The first of `vouchers`."),
  customer: z
    .object({
      id: memberId,
      email: z.string().nullable().describe("Null if the customer has none."),
    })
    .describe("Who holds them."),
});

export function presentVouchersIssued(
  { vouchers, customer }: Issued,
  merchant: Pick<Merchant, "id">,
): z.input<typeof VouchersIssued> {
  const shown = vouchers.map((voucher) => ({
    ...presentHeldVoucher(voucher, merchant),
    code: voucher.code,
  }));
  const [first] = shown;
  if (!first) throw new TypeError("a call issues a voucher");
  return {
    vouchers: shown,
    voucher: first,
    customer: { id: customer.id, email: customer.email },
  };
}
