import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Secret } from "../../../foundation/secret.ts";
import { redeemVoucherCode } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";
import { requestOtp } from "../../otp/index.ts";
import { setPin } from "../../pin/index.ts";

const t = harnessOfFile();

const pin = new Secret("135790");

test.each([
  "081239871234@gmail.com",
  "M081239871234",
  "CARD-081239871234",
  "hello 081239871234 world",
  "081239871234 ext 5",
])("%j, whom nobody knows, is not the customer with the number in it", async (user) => {
  const merchant = await t.given.merchant();
  await t.given.customer(merchant, { mobileNumber: "+6281239871234" });
  const ctx = t.as(merchant);
  const otp = { user, purpose: "pin", type: null, templateCode: null } as const;
  expect((await refusalOf(requestOtp(ctx, otp))).code).toBe("invalid_user");
  expect((await refusalOf(setPin(ctx, { user, pin, confirmPin: pin }))).code).toBe("invalid_user");
  const { pins, vouchers } = schema;
  expect(await t.db.select().from(pins).where(eq(pins.merchantId, merchant.id))).toEqual([]);

  const store = await t.given.store(merchant);
  const { id: voucherTemplate } = await t.given.template(merchant);
  const { code: voucherCode } = await t.given.voucher(merchant, {
    voucherTemplateId: voucherTemplate,
  });
  const call = { ...plain, user, store: store.id, voucherCode, voucherTemplate };
  expect((await refusalOf(redeemVoucherCode(ctx, call))).code).toBe("invalid_user");
  const [row] = await t.db.select().from(vouchers).where(eq(vouchers.merchantId, merchant.id));
  expect(row).toMatchObject({ customerId: null, redeemedAt: null });
});

test("a mistyped Member ID with zeros in front is not the customer with that key", async () => {
  const merchant = await t.given.merchant();
  const { id } = await t.given.customer(merchant);
  const call = setPin(t.as(merchant), { user: `00${id}`, pin, confirmPin: pin });
  expect((await refusalOf(call)).code).toBe("invalid_user");
});
