import { describe } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { ways } from "../../../testing/index.ts";
import { testOncePerInvoice } from "../../../testing/once-per-invoice.ts";
import { redeemVoucherCodes, redeemVouchers } from "./redeem-voucher.ts";

const t = harnessOfFile();

describe("redeem-voucher", () =>
  testOncePerInvoice(() => t, {
    way: ways.redeemVoucher,
    statement: redeemVouchers.statement,
    keyless: redeemVouchers.without({ derivedKey: true }),
    locks: "vouchers",
  }));

describe("redeem-voucher-code", () =>
  testOncePerInvoice(() => t, {
    way: ways.redeemVoucherCode,
    statement: redeemVoucherCodes.statement,
    keyless: redeemVoucherCodes.without({ derivedKey: true }),
    locks: "vouchers",
  }));
