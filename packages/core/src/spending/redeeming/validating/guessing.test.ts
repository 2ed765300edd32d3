import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";
import { redeemPromoCode } from "../redeem-promo-code/redeem-promo-code.ts";
import { validatePromoCode } from "./validate-promo-code.ts";
import { validateVoucher } from "./validate-voucher.ts";

const t = harnessOfFile();

/** Makes a shop with a promo code. Returns functions that validate and redeem codes there. */
async function setting() {
  const merchant = await t.given.merchant();
  const { id: store } = await t.given.store(merchant);
  const { email } = await t.given.customer(merchant);
  const { code } = await t.given.promoCode(merchant);
  const validate = (promoCode: string, user: string | null = null) =>
    validatePromoCode(t.as(merchant), { promoCode, store, user, channel: null });
  const redeem = (promoCode: string) =>
    redeemPromoCode(t.as(merchant), { ...plain, user: email, store, promoCode });
  const validateCode = (voucherCode: string) =>
    validateVoucher(t.as(merchant), { voucherCode, store, user: null, channel: null });
  return { code, validate, validateCode, redeem };
}

const codeOf = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

test("unknown codes count as guesses, together with those of redeeming", async () => {
  const { code, validate, validateCode, redeem } = await setting();
  expect(await codeOf(validateCode("NOPE"))).toBe("invalid_voucher");
  for (let n = 0; n < 58; n++) expect(await codeOf(validate("NOPE"))).toBe("invalid_promo_code");
  expect(await codeOf(redeem("NOPE"))).toBe("invalid_promo_code");
  expect(await codeOf(validateCode("NOPE"))).toBe("too_many_attempts");
  expect(await codeOf(validate(code))).toBe("too_many_attempts");
  expect(await codeOf(redeem(code))).toBe("too_many_attempts");
});

test("right codes and unknown users do not count", async () => {
  const { code, validate } = await setting();
  for (let n = 0; n < 61; n++) expect((await validate(code)).reason).toBeNull();
  for (let n = 0; n < 61; n++)
    expect(await codeOf(validate("NOPE", "nobody@example.com"))).toBe("invalid_user");
  expect(await codeOf(validate("NOPE"))).toBe("invalid_promo_code");
});
