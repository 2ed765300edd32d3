import type { Merchant } from "@stampbook/core/context";
import type { CustomersVoucher as Domain } from "@stampbook/core/history";
import { z } from "zod";
import { secondsAt } from "../shown.ts";
import { secondsOf } from "../values.ts";
import { HeldVoucher, presentHeldVoucher } from "./held-voucher.ts";

const ValueEntry = z
  .object({
    cause: z.string().describe("What changed the value, such as `opening` or `deduction`."),
    delta: z.number().describe("What the value changed by."),
    created: secondsAt("The time of the change"),
  })
  .meta({ id: "ValueEntry", description: "A change of a voucher's value." });

/** The answer of `vouchers/details`. */
export const CustomersVoucher = HeldVoucher.extend({
  state: z
    .enum(["open", "not_started", "ended", "redeemed", "withdrawn"])
    .describe(
      "The first of these that applies: `redeemed`, `withdrawn`, `ended`, `not_started`, `open`.",
    ),
  redeemed: secondsAt("The time of the redemption")
    .nullable()
    .describe("When it was redeemed, in seconds since 1970. Null if it was not."),
  value_entries: z
    .array(ValueEntry)
    .describe("The changes of the value. Empty unless it can be deducted in parts."),
}).meta({ id: "VoucherInDetail", description: "A voucher of a customer." });

const states = {
  open: "open",
  not_started: "not_started",
  expired: "ended",
  redeemed: "redeemed",
  inactive: "withdrawn",
} as const;

export function presentCustomersVoucher(
  voucher: Domain,
  merchant: Pick<Merchant, "id">,
): z.input<typeof CustomersVoucher> {
  const { redeemedAt } = voucher;
  return {
    ...presentHeldVoucher(voucher, merchant),
    state: states[voucher.state],
    redeemed: redeemedAt === null ? null : secondsOf(redeemedAt),
    value_entries: voucher.valueEntries.map(({ cause, delta, createdAt }) => ({
      cause,
      // exact as a double: at most twelve digits before the point, and two after it
      delta: Number(delta),
      created: secondsOf(createdAt),
    })),
  };
}
