import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { ways } from "../../../testing/index.ts";
import { testOncePerInvoice } from "../../../testing/once-per-invoice.ts";
import { redeemPromoCodes } from "./redeem-promo-code.ts";

const t = harnessOfFile();

testOncePerInvoice(() => t, {
  way: ways.redeemPromoCode,
  statement: redeemPromoCodes.statement,
  keyless: redeemPromoCodes.without({ derivedKey: true }),
  locks: "promo_codes",
});
