import type { Merchant } from "@stampbook/core/context";
import type { CustomersVoucher as Domain } from "@stampbook/core/history";
import { z } from "zod";
import { secondsOf } from "../values.ts";
import { HeldVoucher, presentHeldVoucher } from "./held-voucher.ts";

/** The answer of `vouchers/details`. Times are in seconds since 1970. */
export const CustomersVoucher = HeldVoucher.extend({
  /** The first of these that applies: `redeemed`, `withdrawn`, `ended`, `not_started`, `open`. */
  state: z.enum(["open", "not_started", "ended", "redeemed", "withdrawn"]),
  redeemed: z.int().nullable(),
  /** Empty unless the value is dynamic. */
  value_entries: z.array(z.object({ cause: z.string(), delta: z.number(), created: z.int() })),
});

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
