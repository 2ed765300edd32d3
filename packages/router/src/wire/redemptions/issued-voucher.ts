import type { Merchant } from "@stampbook/core/context";
import type { IssuedVoucher as Issued } from "@stampbook/core/visits";
import { z } from "zod";
import { HeldVoucher, presentHeldVoucher } from "./held-voucher.ts";
import { presentVoucher, Voucher } from "./voucher.ts";

/** The voucher that `add-with-redemptions` issued: flat, and with all keys of `vouchers/issue`. */
export const IssuedVoucher = Voucher.extend({
  ...HeldVoucher.shape,
  code: z.string().describe("The code."),
  template: HeldVoucher.shape.template
    .extend({
      id: z
        .int()
        .nullable()
        .describe(
          "The id of the template. Null only in the replay of a call from before this key.",
        ),
    })
    .meta({ id: "IssuedVoucherTemplate", description: "What the voucher was made from." }),
}).meta({ id: "IssuedVoucher", description: "The voucher that the call issued." });

export function presentIssuedVoucher(
  voucher: Issued,
  merchant: Pick<Merchant, "id">,
): z.input<typeof IssuedVoucher> {
  const { channels = [], notes = null, templateId = null } = voucher;
  const template = { ...voucher, id: 0 };
  const held = presentHeldVoucher(
    { ...voucher, notes, channels: [...channels], isGenerated: false, template },
    merchant,
  );
  return {
    ...presentVoucher(voucher),
    ...held,
    code: voucher.code,
    template: { ...held.template, id: templateId },
  };
}
