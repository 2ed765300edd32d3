import { afterAll, beforeAll } from "vitest";
import { type OpenHarness, openHarness, ways } from "../../../testing/index.ts";
import { testOncePerInvoice } from "../../../testing/once-per-invoice.ts";
import { redeemPromoCodes } from "./redeem-promo-code.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

testOncePerInvoice(() => t, {
  way: ways.redeemPromoCode,
  statement: redeemPromoCodes.statement,
  keyless: redeemPromoCodes.without({ derivedKey: true }),
  locks: "promo_codes",
});
