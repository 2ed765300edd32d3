import type { Voucher as DomainVoucher } from "@stampbook/core/vouchers";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { endDate, idOf, startDate, voucherValue } from "../shown.ts";
import { isActive, templateTexts } from "./voucher-parts.ts";

/** A whole voucher, such as the voucher that a reward issued in `redeem-reward`. */
export const Voucher = z
  .object({
    id: idOf("the voucher"),
    name: z.string().describe("The name of the voucher."),
    code: z.string().describe("The code."),
    is_active: isActive,
    start_date: startDate,
    end_date: endDate,
    value: voucherValue,
    ...templateTexts,
    extra_data: ExtraDataShown.describe("The data of the voucher's template."),
  })
  .meta({
    id: "VoucherFlat",
    description: "A voucher with what its template says, in one object.",
  });

export function presentVoucher(voucher: DomainVoucher): z.input<typeof Voucher> {
  return {
    id: voucher.id,
    name: voucher.name,
    code: voucher.code,
    is_active: voucher.isActive,
    start_date: voucher.startDate,
    end_date: voucher.endDate,
    // exact as a double: at most twelve digits before the point, and two after it
    value: voucher.value === null ? null : Number(voucher.value),
    picture_url: voucher.pictureUrl,
    short_description: voucher.shortDescription,
    description: voucher.description,
    instructions: voucher.instructions,
    terms_and_conditions: voucher.termsAndConditions,
    // an outcome that an earlier version stored for an idempotency key has no extra data
    extra_data: voucher.extraData ?? {},
  };
}

/** A whole voucher with `type`, in the answers of `redeem-multiple-rewards` and `add-with-redemptions`. */
export const VoucherWithType = Voucher.extend({
  type: z.literal("voucher").describe("Always `voucher`."),
}).meta({ id: "VoucherWithType", description: "A voucher with its type, in one object." });

export function presentVoucherWithType(voucher: DomainVoucher): z.input<typeof VoucherWithType> {
  return { ...presentVoucher(voucher), type: "voucher" };
}

/** The redeemed voucher in short form, in the answers of `redeem-voucher` and `deduct-value`. */
export const VoucherInShort = VoucherWithType.pick({
  id: true,
  name: true,
  code: true,
  type: true,
}).meta({ id: "VoucherBrief", description: "A voucher in short." });

export function presentVoucherInShort({
  id,
  name,
  code,
}: DomainVoucher): z.input<typeof VoucherInShort> {
  return { id, name, code, type: "voucher" };
}
