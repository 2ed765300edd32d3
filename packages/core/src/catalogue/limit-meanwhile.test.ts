import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redeemPromoCode } from "../redeeming/index.ts";
import {
  interrupted,
  type OpenHarness,
  openHarness,
  plain,
  refusalOf,
  untilWaiting,
} from "../testing/index.ts";
import { savePromoCode } from "./promo-codes.sql.ts";
import type { PromoCodeFields } from "./types.ts";

// Tills use a promo code while staff lower its limit. The rules then see an outdated number of uses.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const promo = await t.given.promoCode(merchant, { maxUses: 10 });
  const use = async () => {
    const { email: user } = await t.given.customer(merchant);
    await redeemPromoCode(t.as(merchant), {
      ...plain,
      user,
      store: store.id,
      promoCode: promo.code,
    });
  };
  const lowered = (maxUses: number): { id: number; fields: PromoCodeFields } => ({
    id: promo.id,
    fields: {
      code: promo.code,
      name: promo.name,
      description: "",
      isActive: true,
      startDate: null,
      endDate: null,
      startTime: null,
      endTime: null,
      maxUses,
      maxUsesPerCustomer: null,
      stores: [],
      channels: [],
    },
  });
  const { promoCodes } = schema;
  const row = () =>
    t.db
      .select({ maxUses: promoCodes.maxUses, uses: promoCodes.uses })
      .from(promoCodes)
      .where(and(eq(promoCodes.merchantId, merchant.id), eq(promoCodes.id, promo.id)));
  return { merchant, ctx: t.as(merchant), use, lowered, row };
}

const twice = { code: "invalid", field: "maxUses", message: "It was used 2 times already." };

test("a limit that was used up after the look is refused", async () => {
  const { ctx, use, lowered, row } = await setting();
  await use();
  expect(await refusalOf(savePromoCode(interrupted(ctx, use), lowered(1)))).toMatchObject(twice);
  expect(await row()).toEqual([{ maxUses: 10, uses: 2 }]);
  await savePromoCode(interrupted(ctx, use), lowered(3));
  expect(await row()).toEqual([{ maxUses: 3, uses: 3 }]);
});

test("and so is one that is used up while the save waits for the code's row", async () => {
  const { merchant, ctx, use, lowered, row } = await setting();
  await use();
  const sql = openClient(t.open.url, 2);
  try {
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`update promo_codes set uses = 2 where merchant_id = ${merchant.id}`;
    const refused = refusalOf(savePromoCode(ctx, lowered(1)));
    await untilWaiting(sql);
    await holder`commit`;
    holder.release();
    expect(await refused).toMatchObject(twice);
  } finally {
    await sql.end({ timeout: 1 });
  }
  // the audit after the tests compares `uses` with the promo code's only redemption
  await t.db.update(schema.promoCodes).set({ uses: 1 }).where(eq(schema.promoCodes.uses, 2));
  expect(await row()).toEqual([{ maxUses: 10, uses: 1 }]);
});
