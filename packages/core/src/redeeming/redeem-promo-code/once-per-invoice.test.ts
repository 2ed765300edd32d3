import { afterAll, beforeAll } from "vitest";
import { guardless, type OpenHarness, openHarness, ways } from "../../testing/index.ts";
import { testOncePerInvoice } from "../../testing/once-per-invoice.ts";
import { redeemPromoCodes } from "./redeem-promo-code.sql.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

testOncePerInvoice(() => t, {
  way: ways.redeemPromoCode,
  statement: redeemPromoCodes,
  keyless: guardless(redeemPromoCodes)(/when m\.one_redemption_per_invoice/, "when false"),
  locks: "promo_codes",
});
