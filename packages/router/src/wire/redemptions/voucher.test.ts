import { expect, it } from "vitest";
import { voucher } from "../testing/domain-values.ts";
import {
  presentVoucher,
  presentVoucherInShort,
  presentVoucherWithType,
  Voucher,
  VoucherInShort,
  VoucherWithType,
} from "./voucher.ts";

const whole = {
  id: 4,
  name: "Free Kaya Bun",
  code: "PZ633ECV",
  is_active: true,
  start_date: "2026-01-01",
  end_date: null,
  value: 10000.5,
  picture_url: "https://example.com/bun.png",
  short_description: "short",
  description: "long",
  instructions: "ask",
  terms_and_conditions: "terms",
  extra_data: { sku: "KB" },
};

it("shows an issued voucher whole", () => {
  expect(Voucher.parse(presentVoucher(voucher))).toEqual(whole);
  expect(Voucher.parse(presentVoucher({ ...voucher, value: null }))).toEqual({
    ...whole,
    value: null,
  });
});

it("says that it is a voucher where several rewards are redeemed", () => {
  expect(VoucherWithType.parse(presentVoucherWithType(voucher))).toEqual({
    ...whole,
    type: "voucher",
  });
});

it("shows a redeemed voucher in short", () => {
  expect(VoucherInShort.parse(presentVoucherInShort(voucher))).toEqual({
    id: 4,
    name: "Free Kaya Bun",
    code: "PZ633ECV",
    type: "voucher",
  });
});
