import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { redeemPromoCode } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, refusalOf, whileItWaits, withoutRowLocks } from "../../testing/index.ts";
import { savePromoCode } from "./promo-codes.sql.ts";
import type { PromoCodeFields } from "./types.ts";

// Tills use a promo code while staff lower its limit. The rules then see an outdated number of uses.

const t = harnessOfFile();

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
  const change = "update promo_codes set uses = 2 where merchant_id = $1";
  const lock = "select 1 from promo_codes where merchant_id = $1 for update";
  const waiting = <Result>(save: () => Promise<Result>) =>
    whileItWaits(t, merchant.id, { lock, change }, save);
  return { ctx: t.as(merchant), use, lowered, row, waiting };
}

const twice = { code: "invalid", field: "maxUses", message: "It was used 2 times already." };

test("a limit that is used up while the save waits for the code's row is refused", async () => {
  const { ctx, use, lowered, row, waiting } = await setting();
  await use();
  expect(await refusalOf(waiting(() => savePromoCode(ctx, lowered(1))))).toMatchObject(twice);
  await restore();
  expect(await row()).toEqual([{ maxUses: 10, uses: 1 }]);
});

test("without its lock the save fails at the table's constraint", async () => {
  const { ctx, use, lowered, waiting } = await setting();
  await use();
  const save = () => waiting(() => savePromoCode(ctx, lowered(1)));
  await expect(withoutRowLocks(save)).rejects.toMatchObject({ code: "23514" });
  await restore();
});

test("a limit that is still enough after the wait is saved", async () => {
  const { ctx, use, lowered, row, waiting } = await setting();
  await use();
  await waiting(() => savePromoCode(ctx, lowered(2)));
  expect(await row()).toEqual([{ maxUses: 2, uses: 2 }]);
  await restore();
});

/** The audit after the tests compares `uses` with the promo code's only redemption. */
const restore = () =>
  t.db.update(schema.promoCodes).set({ uses: 1 }).where(eq(schema.promoCodes.uses, 2));
