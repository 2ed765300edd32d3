import type { Voucher as DomainVoucher } from "@stampbook/core/vouchers";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";

/** A whole voucher, such as the voucher that a reward issued in `redeem-reward`. */
export const Voucher = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  is_active: z.boolean(),
  start_date: z.iso.date().nullable(),
  end_date: z.iso.date().nullable(),
  value: z.number().nullable(),
  picture_url: z.string(),
  short_description: z.string(),
  description: z.string(),
  instructions: z.string(),
  terms_and_conditions: z.string(),
  extra_data: ExtraDataShown,
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
export const VoucherWithType = Voucher.extend({ type: z.literal("voucher") });

export function presentVoucherWithType(voucher: DomainVoucher): z.input<typeof VoucherWithType> {
  return { ...presentVoucher(voucher), type: "voucher" };
}

/** The redeemed voucher in short form, in the answers of `redeem-voucher` and `deduct-value`. */
export const VoucherInShort = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  type: z.literal("voucher"),
});

export function presentVoucherInShort({
  id,
  name,
  code,
}: DomainVoucher): z.input<typeof VoucherInShort> {
  return { id, name, code, type: "voucher" };
}
