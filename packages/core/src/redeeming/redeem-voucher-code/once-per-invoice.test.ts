import { afterAll, beforeAll } from "vitest";
import { type OpenHarness, openHarness, ways } from "../../testing/index.ts";
import { testOncePerInvoice } from "../../testing/once-per-invoice.ts";
import { redeemVoucherCodes } from "./redeem-voucher-code.sql.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

testOncePerInvoice(() => t, {
  way: ways.redeemVoucherCode,
  statement: redeemVoucherCodes,
  locks: "vouchers",
});
