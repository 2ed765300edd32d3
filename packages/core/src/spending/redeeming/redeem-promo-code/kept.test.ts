import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf, ways } from "../../../testing/index.ts";
import { redeemPromoCodes } from "./redeem-promo-code.ts";

const t = harnessOfFile();

/** Makes a call whose key has an outcome that version 1.0 stored, with all fields of that version. */
async function settingWithOutcome() {
  const { merchant, redeem } = await ways.redeemPromoCode.prepare(t);
  const { customer, membership } = await redeem(t.keyed(merchant, "new"));
  const saving = {
    ...{ redemptionId: 77, name: "Ten off", customerId: customer.id, storeId: 1, promoCodeId: 2 },
    ...{ maxUsesPerCustomer: null, channel: 2, invoiceNumber: null, requestId: null },
    ...{ authorizationId: null, actor: "token:1" },
  };
  const outcome = { frame: { customer, membership, saving }, changed: {} };
  await t.given.outcome(merchant, { operation: redeemPromoCodes.name, key: "k", outcome });
  return { merchant, redeem, customer, membership };
}

test("an outcome that an earlier version kept is repeated", async () => {
  const { merchant, redeem, customer, membership } = await settingWithOutcome();
  const before = await t.rows(merchant);
  const ctx = t.keyed(merchant, "k");
  expect(await redeem(ctx)).toEqual({
    redemption: { id: 77, name: "Ten off", stampsUsed: 0, status: "Created", extraData: null },
    customer,
    membership,
    promoCode: null,
  });
  expect(ctx.replays()).toBe(1);
  expect(await t.written(merchant, before)).toEqual({});
});

test("another request with its key is refused", async () => {
  const { merchant, redeem } = await settingWithOutcome();
  const refusal = await refusalOf(redeem(t.keyed(merchant, "k", "other")));
  expect(refusal.code).toBe("idempotency_key_reused");
});
