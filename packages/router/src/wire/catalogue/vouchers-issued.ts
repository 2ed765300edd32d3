import type { Merchant } from "@stampbook/core/context";
import type { VouchersIssued as Issued } from "@stampbook/core/issuing";
import { z } from "zod";
import { HeldVoucher, presentHeldVoucher } from "../redemptions/held-voucher.ts";

/** A new voucher. Its issuer always gets the code. */
const NewVoucher = HeldVoucher.extend({ code: z.string() });

/** The answer of `vouchers/issue`. `voucher` is the first of `vouchers`. */
export const VouchersIssued = z.object({
  vouchers: z.array(NewVoucher),
  voucher: NewVoucher,
  customer: z.object({ id: z.int(), email: z.string().nullable() }),
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
