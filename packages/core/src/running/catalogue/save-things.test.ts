import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../../foundation/audit/index.ts";
import type { Merchant } from "../../foundation/context.ts";
import { redeemPromoCode, redeemReward } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, refusalOf, whileItWaits, withoutRowLocks } from "../../testing/index.ts";
import { getPromoCode, listPromoCodes, savePromoCode } from "./promo-codes.sql.ts";
import { getReward, listRewards, saveReward } from "./rewards.sql.ts";
import type { PromoCodeFields, RewardFields, TemplateFields } from "./types.ts";
import {
  getVoucherTemplate,
  listVoucherTemplates,
  saveVoucherTemplate,
} from "./voucher-templates.sql.ts";

const t = harnessOfFile();

const everywhere = { stores: [], channels: [], startDate: null, endDate: null };
const reward: RewardFields = {
  ...everywhere,
  code: "Bun",
  name: "Free Kaya Bun",
  kind: "fixed",
  stampsToRedeem: 8,
  voucherTemplateId: null,
  isActive: true,
  isVisible: true,
  description: "",
  terms: "",
  imageUrl: "",
  landscapeUrl: "",
  price: null,
};
const promoCode: PromoCodeFields = {
  ...everywhere,
  code: "Hello",
  name: "Hello",
  description: "For newcomers",
  isActive: true,
  startTime: "08:00:00",
  endTime: null,
  maxUses: 10,
  maxUsesPerCustomer: 1,
};
const template: TemplateFields = {
  stores: [],
  channels: [],
  name: "Gift card",
  value: "50.00",
  isDynamic: true,
  validityDays: 31,
  pictureUrl: "",
  shortDescription: "",
  description: "",
  instructions: "",
  termsAndConditions: "",
};
const page = { text: "", isActive: null, after: null, limit: 50 };

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  return { merchant, store, ctx: t.as(merchant) };
}

async function recordOf(merchant: Merchant) {
  const nothing = { from: null, to: null, action: null, actor: null, subject: null, text: null };
  const entries = await listAuditEntries(t.as(merchant), { ...nothing, after: null, limit: 50 });
  return entries.items.map(({ action, subject, details }) => ({ action, subject, details }));
}

describe("a reward", () => {
  test("that is new can be redeemed, and stands on the record", async () => {
    const { merchant, store, ctx } = await setting();
    const { id } = await saveReward(ctx, { id: null, fields: { ...reward, stores: [store.id] } });
    const customer = await t.given.customer(merchant, {}, { stamps: 8 });
    const input = { ...plain, user: customer.email, store: store.id, reward: id };
    const done = await redeemReward(ctx, { ...input, qty: 1, stamps: null });
    expect(done.redemption).toMatchObject({ name: "Free Kaya Bun", stampsUsed: 8 });
    const { items } = await listRewards(ctx, page);
    expect(items).toEqual([
      {
        id,
        ...reward,
        stores: [store.id],
        voucherTemplateName: null,
        createdAt: expect.any(String),
      },
    ]);
    const [entry] = await recordOf(merchant);
    expect(entry).toMatchObject({ action: "catalogue.create", subject: `reward ${id}` });
  });

  test("that changes keeps what the console does not show, and tells what was and what is", async () => {
    const { merchant, ctx } = await setting();
    const { code, name, stampsToRedeem } = reward;
    const row = { code, name, stampsToRedeem, extraData: { sku: "A1" } };
    const { id } = await t.given.reward(merchant, row);
    await saveReward(ctx, { id, fields: { ...reward, stampsToRedeem: 6, code: "BUN-2" } });
    expect(await recordOf(merchant)).toEqual([
      {
        action: "catalogue.update",
        subject: `reward ${id}`,
        details: { code: { from: "Bun", to: "BUN-2" }, stampsToRedeem: { from: 8, to: 6 } },
      },
    ]);
    const kept = await t.db.query.rewards.findFirst({ where: (r, { eq }) => eq(r.id, id) });
    expect(kept).toMatchObject({ codeKey: "BUN-2", extraData: { sku: "A1" } });
    await saveReward(ctx, { id, fields: { ...reward, stampsToRedeem: 6, code: "BUN-2" } });
    expect(await recordOf(merchant)).toHaveLength(1);
  });

  test("shows a price, texts and pictures, whose changes are in the audit log", async () => {
    const { merchant, ctx } = await setting();
    const { id } = await t.given.reward(merchant, { imageUrl: "pictures/bun.png" });
    const { id: _, createdAt, voucherTemplateName, ...before } = await getReward(ctx, id);
    const changes = {
      description: "With butter.",
      terms: "One a day.",
      landscapeUrl: "https://example.com/bun-wide.png",
      price: "18000.00",
      isVisible: false,
    };
    await saveReward(ctx, { id, fields: { ...before, ...changes } });
    expect(await getReward(ctx, id)).toMatchObject({ ...changes, imageUrl: "pictures/bun.png" });
    expect((await recordOf(merchant))[0]?.details).toEqual({
      description: { from: "", to: "With butter." },
      terms: { from: "", to: "One a day." },
      landscapeUrl: { from: "", to: "https://example.com/bun-wide.png" },
      price: { from: null, to: "18000.00" },
      isVisible: { from: true, to: false },
    });
  });

  test("is refused on the field that is wrong", async () => {
    const { merchant, ctx } = await setting();
    const { id } = await saveReward(ctx, { id: null, fields: reward });
    const strange = await setting();
    const strangeTemplate = await t.given.template(strange.merchant);
    const refused = async (fields: Partial<RewardFields>, of: number | null = null) => {
      const { code, field } = await refusalOf(
        saveReward(ctx, { id: of, fields: { ...reward, code: "new", ...fields } }),
      );
      return [code, field];
    };
    expect(await refused({ code: "bUN" })).toEqual(["invalid", "code"]);
    expect(await refused({ stores: [strange.store.id] })).toEqual(["invalid_store", "stores"]);
    expect(await refused({ voucherTemplateId: strangeTemplate.id })).toEqual([
      "invalid_voucher_template",
      "voucherTemplateId",
    ]);
    expect(await refused({ kind: "flexible" })).toEqual(["invalid", "stampsToRedeem"]);
    expect(await refused({ startDate: "2026-02-02", endDate: "2026-02-01" })).toEqual([
      "invalid",
      "endDate",
    ]);
    expect(await refused({ imageUrl: "bun.png" })).toEqual(["invalid", "imageUrl"]);
    expect(await refused({ landscapeUrl: "http://example.com/bun.png" })).toEqual([
      "invalid",
      "landscapeUrl",
    ]);
    expect(await refused({}, 9_999)).toEqual(["invalid_reward", "id"]);
    const mine = { id, fields: { ...reward, name: "Mine now" } };
    expect((await refusalOf(saveReward(strange.ctx, mine))).code).toBe("invalid_reward");
    expect(await recordOf(merchant)).toHaveLength(1);
  });

  test("without a code, as a file may bring one, is edited, and gets a code for good", async () => {
    const { merchant, ctx } = await setting();
    const { name, stampsToRedeem } = reward;
    const row = { code: "", name, stampsToRedeem };
    const { id } = await t.given.reward(merchant, row);
    await t.given.reward(merchant, row);
    const save = (fields: Partial<RewardFields>, of: number | null = id) =>
      saveReward(ctx, { id: of, fields: { ...reward, ...fields } });
    const codes = async () => {
      const kept = await t.db.query.rewards.findFirst({
        where: (r, { and, eq }) => and(eq(r.merchantId, merchant.id), eq(r.id, id)),
      });
      return [kept?.code, kept?.codeKey];
    };
    await save({ code: "", isActive: false });
    expect(await getReward(ctx, id)).toMatchObject({ code: "", isActive: false });
    expect(await codes()).toEqual(["", null]);
    const missing = { code: "invalid", field: "code", message: "This field is required." };
    expect(await refusalOf(save({ code: "" }, null))).toMatchObject(missing);
    // the reward gets a code while the save waits
    const waits = {
      lock: "select 1 from rewards where merchant_id = $1 for update",
      change: `update rewards set code = 'Mug', code_key = 'MUG' where merchant_id = $1 and id = ${id}`,
    };
    const waiting = (fields: Partial<RewardFields>) =>
      whileItWaits(t, merchant.id, waits, () => save(fields));
    await withoutRowLocks(() => waiting({ code: "" }));
    expect(await codes(), "without the lock").toEqual(["", null]);
    expect(await refusalOf(waiting({ code: "" }))).toMatchObject(missing);
    expect(await codes()).toEqual(["Mug", "MUG"]);
    expect(await refusalOf(save({ code: "" }))).toMatchObject(missing);
  });

  test("of a dynamic template without a value, as a file may bring one, is refused", async () => {
    const { merchant, ctx } = await setting();
    const { id } = await t.given.template(merchant, { isDynamic: true, value: null });
    const save = saveReward(ctx, { id: null, fields: { ...reward, voucherTemplateId: id } });
    expect(await refusalOf(save)).toMatchObject({ code: "invalid", field: "voucherTemplateId" });
  });

  test("of two at once with one code, one stands and the other is told", async () => {
    const { ctx } = await setting();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => saveReward(ctx, { id: null, fields: reward })),
    );
    const told = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(told).toHaveLength(3);
    for (const { refusal } of told)
      expect(refusal).toMatchObject({ code: "invalid", field: "code" });
  });
});

test("a template keeps whether its value is dynamic", async () => {
  const { merchant, ctx } = await setting();
  const { id } = await saveVoucherTemplate(ctx, { id: null, fields: template });
  const refused = (fields: Partial<TemplateFields>, of: number | null = id) =>
    refusalOf(saveVoucherTemplate(ctx, { id: of, fields: { ...template, ...fields } }));
  expect(await refused({ isDynamic: false })).toMatchObject({ field: "isDynamic" });
  expect(await refused({ value: null }, null)).toMatchObject({ field: "value" });
  await saveVoucherTemplate(ctx, { id, fields: { ...template, value: "60.00" } });
  expect((await recordOf(merchant))[0]?.details).toEqual({ value: { from: "50.00", to: "60.00" } });
  expect((await listVoucherTemplates(ctx, page)).items).toMatchObject([{ id, value: "60.00" }]);
});

test("a promo code's limit does not go below its uses", async () => {
  const { merchant, store, ctx } = await setting();
  const { id } = await savePromoCode(ctx, { id: null, fields: { ...promoCode, startTime: null } });
  for (let uses = 0; uses < 3; uses++) {
    const { email: user } = await t.given.customer(merchant);
    await redeemPromoCode(ctx, { ...plain, user, store: store.id, promoCode: "HELLO" });
  }
  const save = (fields: Partial<PromoCodeFields>) =>
    savePromoCode(ctx, { id, fields: { ...promoCode, startTime: "08:00:00", ...fields } });
  expect(await refusalOf(save({ maxUses: 2 }))).toMatchObject({ field: "maxUses" });
  await save({ maxUses: 3, isActive: false });
  expect((await recordOf(merchant))[0]?.details).toEqual({
    isActive: { from: true, to: false },
    startTime: { from: null, to: "08:00:00" },
    maxUses: { from: 10, to: 3 },
  });
  expect((await listPromoCodes(ctx, { ...page, isActive: false })).items).toMatchObject([
    { id, uses: 3, startTime: "08:00:00" },
  ]);
  expect((await listPromoCodes(ctx, { ...page, isActive: true })).items).toEqual([]);
});

test("a code with letters beyond ASCII is found without case, and is taken once", async () => {
  const { merchant, store, ctx } = await setting();
  const { id } = await savePromoCode(ctx, { id: null, fields: promoCode });
  const fields = { ...promoCode, code: "KOPIé", startTime: null };
  await savePromoCode(ctx, { id, fields });
  const customer = await t.given.customer(merchant);
  const input = { ...plain, user: customer.email, store: store.id, promoCode: "kopiÉ" };
  await redeemPromoCode(ctx, input);
  const again = savePromoCode(ctx, { id: null, fields: { ...fields, code: "kopiÉ" } });
  expect(await refusalOf(again)).toMatchObject({ field: "code" });
  const made = await saveReward(ctx, { id: null, fields: { ...reward, code: "Teaß" } });
  const row = await t.db.query.rewards.findFirst({
    where: (r, { and, eq }) => and(eq(r.merchantId, merchant.id), eq(r.id, made.id)),
  });
  expect(row?.codeKey).toBe("TEASS");
});

test("lists come by pages, by text, and for the merchant alone", async () => {
  const { ctx } = await setting();
  const ids: number[] = [];
  for (const name of ["Bun", "Tea", "Bun and tea"])
    ids.unshift((await saveReward(ctx, { id: null, fields: { ...reward, code: name, name } })).id);
  const first = await listRewards(ctx, { ...page, limit: 2 });
  const second = await listRewards(ctx, { ...page, limit: 2, after: first.next });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  expect(second.next).toBeNull();
  expect((await listRewards(ctx, { ...page, text: " TEA" })).items.map(({ name }) => name)).toEqual(
    ["Bun and tea", "Tea"],
  );
  expect((await listRewards((await setting()).ctx, page)).items).toEqual([]);
});

test("one is read by its id, as lists show it, and by its merchant alone", async () => {
  const { ctx } = await setting();
  const strange = (await setting()).ctx;
  const kinds = [
    [getReward, listRewards, saveReward(ctx, { id: null, fields: reward }), "invalid_reward"],
    [
      getVoucherTemplate,
      listVoucherTemplates,
      saveVoucherTemplate(ctx, { id: null, fields: template }),
      "invalid_voucher_template",
    ],
    [
      getPromoCode,
      listPromoCodes,
      savePromoCode(ctx, { id: null, fields: promoCode }),
      "invalid_promo_code",
    ],
  ] as const;
  for (const [get, list, saved, code] of kinds) {
    const { id } = await saved;
    expect([await get(ctx, id)]).toEqual((await list(ctx, page)).items);
    expect(await refusalOf(get(strange, id))).toMatchObject({ code, field: "id" });
  }
});
