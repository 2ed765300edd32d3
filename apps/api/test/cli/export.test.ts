import { readFileSync } from "node:fs";
import { identifyToken, issueToken, revokeToken } from "@stampbook/core/access";
import { runAudit } from "@stampbook/core/audit";
import { addBooking } from "@stampbook/core/bookings";
import type { CoreDeps } from "@stampbook/core/context";
import { exportMerchant } from "@stampbook/core/moving";
import { redeemPromoCode, redeemReward } from "@stampbook/core/redeeming";
import type { OpenDb } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importFile } from "../../src/cli/import/import-file.ts";
import { silent } from "../../src/cli/import/progress.ts";
import { createPresenter } from "../../src/cli/merchant-file/present-part.ts";
import { depsOf, documentWith, sourceOf } from "./office.ts";

const example = readFileSync(
  new URL("../../../../examples/merchant.json", import.meta.url),
  "utf8",
);

async function exported(deps: CoreDeps, merchantId: number): Promise<string> {
  const present = createPresenter();
  let text = "";
  await exportMerchant(deps, merchantId, async (part) => {
    text += present(part);
  });
  return text;
}

async function imported(deps: CoreDeps, text: string) {
  const outcome = await importFile(deps, sourceOf(text), silent);
  if (outcome.is === "imported") return outcome.done;
  throw new Error(outcome.is === "refused" ? outcome.lines.join("\n") : outcome.is);
}

describe("an export", () => {
  let old: OpenDb;
  let from: CoreDeps;
  beforeAll(async () => {
    old = await createTestDatabase();
    from = depsOf(old);
  });
  afterAll(() => old.close());

  test("it imports elsewhere, and exports to the same bytes", async () => {
    const fresh = await createTestDatabase();
    const given = depsOf(fresh);
    await imported(given, example);
    const first = await exported(given, 1);
    const other = await createTestDatabase();
    const to = depsOf(other);
    const done = await imported(to, first);
    expect(done).toMatchObject({ tokens: [], passwords: [] });
    expect(await exported(to, 1)).toBe(first);
    expect(await runAudit(to.db)).toEqual([]);
    await Promise.all([fresh.close(), other.close()]);
  });

  test("F13: a balance above the limit of a lot is exported so that it imports again", async () => {
    const lot = { stamps: 600_000_000, expires_on: null };
    const document = documentWith({
      customers: [
        { id: 1, membership: { lots: [lot, lot] } },
        { id: 2, membership: { stamps: 2_147_483_648 } },
      ],
    });
    const merchantId = (document.merchant as { id: number }).id;
    await imported(from, JSON.stringify(document));
    const first = await exported(from, merchantId);
    const other = await createTestDatabase();
    const to = depsOf(other);
    await imported(to, first);
    expect(await exported(to, merchantId)).toBe(first);
    expect(await runAudit(to.db)).toEqual([]);
    await other.close();
  });

  test("it is the documented format, with every key, a record a line", async () => {
    await imported(from, example);
    const text = await exported(from, 1);
    const document: Record<string, object[]> = JSON.parse(text);
    expect(Object.keys(document)).toEqual(Object.keys(JSON.parse(example)));
    expect(text.split("\n").filter((line) => line.includes('"member_id"'))).toHaveLength(24);
    expect(document.vouchers?.find((row) => "id" in row && row.id === 11)).toEqual({
      id: 11,
      voucher_template: 13,
      code: "GIFT0011",
      customer: 119,
      value: "100000.00",
      remaining_value: "40000.00",
      notes: null,
      start_date: "2025-06-01",
      end_date: "2099-12-31",
      is_active: true,
      redeemed_at: null,
    });
  });

  test("an email's HTML leaves as its MJML or as it was written, and what WhatsApp has approved too", async () => {
    const text = await exported(from, 1);
    const { message_templates } = JSON.parse(example);
    expect(JSON.parse(text).message_templates).toContainEqual(message_templates[0]);
    expect(message_templates[0].mjml).toMatch(/^<mjml>/);
    const merchant = { id: 7, name: "M", country: "ID", timezone: "UTC", currency: "IDR" };
    const written = {
      code: "otp",
      channel: "email",
      subject: "",
      body: "x",
      html: "<b>{{otp}}</b>",
    };
    const approved = { name: "otp", language: "id", parameters: ["{{otp}}"], button: null };
    const whatsapp = { ...written, channel: "whatsapp", html: undefined, approved };
    const texts = JSON.stringify({ merchant, message_templates: [written, whatsapp] });
    await imported(from, texts);
    expect(JSON.parse(await exported(from, 7)).message_templates).toEqual(
      JSON.parse(texts).message_templates,
    );
  });

  test("a customer's profile moves whole, and only who has no name stays partial", async () => {
    const merchant = { id: 13, name: "M", country: "ID", timezone: "UTC", currency: "IDR" };
    const full = { id: 1, name: "Ayu", notes: "Sits outside", extra_data: { shirt: "M" } };
    const partial = { id: 2, registration_status: "Partial" };
    const named = { id: 3, name: "Budi", registration_status: "Partial" };
    await imported(from, JSON.stringify({ merchant, customers: [full, partial, named] }));
    expect(JSON.parse(await exported(from, 13)).customers).toMatchObject([
      { ...full, registration_status: "Full" },
      { ...partial, notes: "", extra_data: null },
      { ...named, registration_status: "Full" },
    ]);
  });

  test("a store's opening hours move with it, and bind bookings there", async () => {
    const spans = [
      { from: "11:00", to: "14:30" },
      { from: "18:00", to: "02:00" },
    ];
    const merchant = { id: 8, name: "M", country: "ID", timezone: "Asia/Jakarta", currency: "IDR" };
    const kemang = { id: 801, code: "K", name: "Kemang", opening_hours: { 4: spans } };
    const stores = [kemang, { id: 802, code: "S", name: "Senopati" }];
    await imported(from, JSON.stringify({ merchant, stores }));
    const [moved, unsaid] = JSON.parse(await exported(from, 8)).stores;
    const closed = { 1: [], 2: [], 3: [], 5: [], 6: [], 7: [] };
    expect([moved.opening_hours, unsaid.opening_hours]).toEqual([{ ...closed, 4: spans }, null]);
    const table = { user: "guest", phone: "0812345", numberOfPeople: 2, notes: null };
    const ask = (store: number, time: string) =>
      addBooking(from, { ...table, store, date: "2030-11-21", time });
    await expect(ask(801, "15:00")).rejects.toThrow("Kemang is open from 11:00 to 14:30");
    expect(await ask(801, "18:00")).toMatchObject({ status: "Requested" });
    expect(await ask(802, "15:00")).toMatchObject({ status: "Requested" });
  });

  test("the programme moves: what sales earn, levels, rewards and methods of payment", async () => {
    const merchant = {
      id: 9,
      name: "M",
      country: "ID",
      timezone: "Asia/Jakarta",
      currency: "IDR",
      settings: {
        accept_token_in_message: true,
        one_redemption_per_invoice: true,
        partial_may_redeem: true,
        member_id_prefix: "KK-",
        marketing_default: true,
      },
      programme: {
        earn_amount: "10000.50",
        earn_stamps: 3,
        earn_on: "subtotal",
        earn_max_per_transaction: 40,
        earn_max_per_day: 90,
        accept_stamps_from_pos: false,
        stamps_valid_days: 180,
      },
    };
    const gold = { level: 2, name: "Gold" };
    const levels = [
      { ...gold, earn_multiplier: "1.50", spending_to_reach: "5000000.00", keep_months: 6 },
    ];
    const payment_methods = [
      { code: "Gift", name: "Gift card", eligible_for_points: false },
      { code: "QRIS", name: "QRIS", eligible_for_points: true },
    ];
    const reward = {
      id: 1,
      code: "R",
      name: "Bun",
      description: "A bun",
      terms: "One each",
      image_url: "https://example.com/bun.png",
      landscape_url: "https://example.com/wide.png",
      price: "12000.00",
      is_visible: false,
    };
    const template = { id: 1, name: "Bun", extra_data: { sku: "KB-01", sizes: [1, { a: null }] } };
    const given = {
      merchant,
      levels,
      payment_methods,
      rewards: [reward],
      voucher_templates: [template],
    };
    await imported(from, JSON.stringify(given));
    const document = JSON.parse(await exported(from, 9));
    expect(document.merchant).toMatchObject(merchant);
    expect(document).toMatchObject({ levels, payment_methods });
    expect(document.rewards[0]).toMatchObject(reward);
    expect(document.voucher_templates[0]).toMatchObject(template);
  });

  test("stamps move with their last days, and what is spent leaves the first lot", async () => {
    const merchant = {
      id: 10,
      name: "M",
      country: "ID",
      timezone: "Asia/Jakarta",
      currency: "IDR",
    };
    const created = "2016-07-25T03:00:00.123456Z";
    const lots = [
      { stamps: 5, expires_on: "2098-03-01" },
      { stamps: 6, expires_on: "2098-12-31" },
      { stamps: 7, expires_on: null },
    ];
    const member = {
      id: 1,
      allow_newsletters: true,
      allow_sms_marketing: true,
      allow_whatsapp_marketing: true,
      membership: { stamps: 18, lots, created, level_until: "2097-01-31" },
    };
    const given = {
      merchant: { ...merchant, programme: { stamps_valid_days: 180 } },
      stores: [{ id: 1001, code: "K", name: "Kemang" }],
      rewards: [{ id: 1, code: "R", name: "Bun", stamps_to_redeem: 7 }],
      customers: [
        member,
        { id: 2, membership: { lots: lots.slice(1) } },
        { id: 3, member_ids: ["M3", "M4"], membership: { stamps: 4 } },
      ],
    };
    await imported(from, JSON.stringify(given));
    expect(await runAudit(from.db, 10)).toEqual([]);
    const [first, second, third] = JSON.parse(await exported(from, 10)).customers;
    expect(first).toMatchObject(member);
    expect(second.membership).toMatchObject({ stamps: 13, lots: lots.slice(1) });
    expect(third).toMatchObject({ member_id: "M3", other_member_ids: ["M4"] });
    expect(third.membership.lots).toEqual([{ stamps: 4, expires_on: expect.any(String) }]);

    const scopes = ["*"] as const;
    const caller = { kind: "token", merchant, tokenId: 1, scopes, stores: null } as const;
    const one = { user: 1, store: 1001, reward: 1, qty: 1, stamps: null };
    const plain = { invoiceNumber: null, channel: null, extraData: null, requestId: null };
    await redeemReward({ ...from, caller }, { ...plain, ...one });
    expect(JSON.parse(await exported(from, 10)).customers[0].membership).toMatchObject({
      stamps: 11,
      lots: [{ stamps: 4, expires_on: "2098-12-31" }, lots[2]],
    });
  });

  test("secrets leave as verifiers alone, and tills keep their tokens", async () => {
    const till = { merchantId: 1, name: "Till", scopes: ["pin"], stores: [32], end: null };
    const [kept, gone] = [
      await issueToken(from, till),
      await issueToken(from, { ...till, name: "Gone" }),
    ];
    await revokeToken(from, { merchantId: 1, id: gone?.id ?? 0 });
    const text = await exported(from, 1);
    expect(text).not.toContain("secret123");
    expect(text).not.toContain(kept?.secret);
    const other = await createTestDatabase();
    const to = depsOf(other);
    await imported(to, text);
    expect(await identifyToken(to, kept?.secret ?? "")).toMatchObject({
      scopes: ["pin"],
      stores: [32],
    });
    expect(await identifyToken(to, gone?.secret ?? "")).toBeNull();
    await other.close();
  });

  test("a promo code's limit leaves as what is left of it: the history stays", async () => {
    const here = { country: "ID", timezone: "Asia/Jakarta", currency: "IDR" };
    const merchant = { id: 1, name: "Kopi Kemang", ...here };
    const caller = { kind: "token", merchant, tokenId: 1, scopes: ["*"], stores: null } as const;
    const call = {
      user: "M0101",
      store: 32,
      invoiceNumber: null,
      channel: null,
      extraData: null,
      requestId: null,
    };
    await redeemPromoCode({ ...from, caller }, { ...call, promoCode: "ONCE" });
    const document: { promo_codes: { code: string; max_uses: number }[] } = JSON.parse(
      await exported(from, 1),
    );
    expect(document.promo_codes.find(({ code }) => code === "ONCE")?.max_uses).toBe(999);
  });

  test("a merchant that is not there is told", async () => {
    expect(await exportMerchant(from, 99, async () => {})).toBe(false);
  });

  test("an empty merchant has every section", async () => {
    const empty = { id: 2, name: "Two", country: "DE", timezone: "Europe/Berlin", currency: "EUR" };
    await imported(from, JSON.stringify({ merchant: empty }));
    const document = JSON.parse(await exported(from, 2));
    expect(document).toMatchObject({ customers: [], stores: [], staff: [], tokens: [] });
    expect(document.levels).toEqual([
      {
        level: 100,
        name: "Member",
        earn_multiplier: "1.00",
        spending_to_reach: null,
        keep_months: 12,
      },
    ]);
    expect(document.payment_methods).toEqual([]);
  });
});
