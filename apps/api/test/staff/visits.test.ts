import { beforeAll, describe, expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { type Browser, dataOf, deskIn, refusedBy } from "./desk.ts";

type Listed = { key: string };
type Visit = { lines: { redemptionId: number }[]; sale: { id: number } | null };

contractInProcess("visits in the console", (house) => {
  const desk = deskIn(house);
  let shop: Awaited<ReturnType<typeof open>>;
  let visits = 0;

  async function open() {
    const merchant = await house.given.merchant({ earnAmount: "10000.00" });
    const store = await house.given.store(merchant);
    const other = await house.given.store(merchant);
    const reward = await house.given.reward(merchant, { name: "Coffee", stampsToRedeem: 3 });
    const template = await house.given.template(merchant, { name: "Gift card", isDynamic: true });
    const promoCode = await house.given.promoCode(merchant);
    const cashier = await desk.at(merchant, "cashier", [store.id]);
    const elsewhere = await desk.at(merchant, "cashier", [other.id]);
    return { merchant, store, other, reward, template, promoCode, cashier, elsewhere };
  }

  beforeAll(async () => {
    shop = await open();
  });

  /**
   * Adds a member with 10 stamps and a gift card. Returns them, and the input of a visit that redeems
   * rewards, the gift card and a promo code.
   */
  const given = async () => {
    const { merchant, store, reward, template, promoCode } = shop;
    const customer = await house.given.customer(merchant, {}, { stamps: 10 });
    const worth = { value: "10.00", remainingValue: "10.00" };
    const row = { customerId: customer.id, voucherTemplateId: template.id, ...worth };
    const balance = await house.given.voucher(merchant, row);
    visits++;
    const key = `visit-${visits}`;
    const input = {
      customerId: customer.id,
      storeId: store.id,
      channel: 2,
      invoiceNumber: `V-${visits}`,
      sale: { total: "20000" },
      rewards: [{ rewardId: reward.id, qty: 2 }],
      vouchers: [{ voucher: balance.id, value: "2.50" }, { voucher: balance.code }],
      promoCodes: [promoCode.code.toLowerCase()],
    };
    return { customer, balance, key, input };
  };
  const confirm = (browser: Browser, input: object, key: string) =>
    browser.mutate("staff.visits.confirm", input, { "idempotency-key": key });
  const whole = { createReplacementVouchers: true, reason: "Wrong customer" };

  it("confirms everything at once, and answers again under its key", async () => {
    const { customer, balance, key, input } = await given();
    const visit = dataOf(await confirm(shop.cashier, input, key)) as object;
    const id = expect.any(Number);
    const nothing = { stampsUsed: 0, value: null, voucher: null, issued: [] };
    const line = { redemptionId: id, qty: 1, ...nothing };
    const shownBalance = { id: balance.id, code: balance.code };
    expect(visit).toEqual({
      customerId: customer.id,
      customerName: customer.name,
      storeId: shop.store.id,
      stampsLeft: 6,
      levelName: "Blue",
      lines: [
        { ...line, kind: "reward", name: "Coffee", qty: 2, stampsUsed: 6 },
        {
          ...line,
          kind: "voucher",
          name: "Gift card",
          value: "2.50",
          voucher: { ...shownBalance, remainingValue: "7.50" },
        },
        {
          ...line,
          kind: "voucher",
          name: "Gift card",
          value: "7.50",
          voucher: { ...shownBalance, remainingValue: "0.00" },
        },
        { ...line, kind: "promo_code", name: shop.promoCode.name },
      ],
      sale: { id, status: "Created", total: "20000.00", stampsEarned: 2 },
    });
    expect(dataOf(await confirm(shop.cashier, input, key))).toEqual(visit);
    const outcome = dataOf(await shop.cashier.query("staff.visits.outcome", { key }));
    const servedBy = { kind: "staff", name: expect.stringMatching(/^person-/) };
    const shown = { ...visit, key, servedBy, invoiceNumber: input.invoiceNumber };
    expect(outcome).toMatchObject({ state: "done", visit: shown });
  });

  it("S10: a cashier gives no million stamps by an invented sale", async () => {
    const { merchant, store, cashier } = shop;
    const { id: customerId } = await house.given.customer(merchant);
    const input = { customerId, storeId: store.id, channel: 2, invoiceNumber: "made up 1" };
    const nothing = { rewards: [], vouchers: [], promoCodes: [] };
    const sale = { total: "999999999999" };
    const answer = await confirm(cashier, { ...input, ...nothing, sale }, "visit-made-up");
    expect(refusedBy(answer)).toBe("permission_denied");
    const shown = dataOf(await cashier.query("staff.customers.get", { customerId }));
    expect(shown).toMatchObject({ membership: { stamps: 0 } });
  });

  it("says before what its sale would earn, and why a code cannot be redeemed", async () => {
    const { customer } = await given();
    const { merchant, store, cashier, elsewhere, promoCode, template } = shop;
    const row = { voucherTemplateId: template.id, customerId: null };
    const free = await house.given.voucher(merchant, row);
    const off = await house.given.promoCode(merchant, { isActive: false });
    const input = {
      customerId: customer.id,
      storeId: store.id,
      channel: 2,
      total: "35000",
      promoCodes: [promoCode.code, off.code, "NONE"],
      vouchers: [free.code, "NONE"],
    };
    const preview = dataOf(await cashier.query("staff.visits.preview", input));
    const whyNot = (code: string) => ({ whyNot: { code } });
    expect(preview).toMatchObject({
      stampsEarned: 3,
      promoCodes: [
        { code: promoCode.code, name: promoCode.name, whyNot: null },
        whyNot("promo_code_not_available"),
        { name: null, ...whyNot("invalid_promo_code") },
      ],
      vouchers: [{ name: template.name, whyNot: null }, whyNot("invalid_voucher")],
    });
    const refused = await elsewhere.query("staff.visits.preview", input);
    expect(refusedBy(refused)).toBe("permission_denied");
  });

  it("a newcomer is registered by one address, and the same address finds them again", async () => {
    const register = async (contact: string) =>
      dataOf(await shop.cashier.mutate("staff.till.register", { contact })) as { id: number };
    const { id } = await register("0812 9988 7766");
    expect(await register("+6281299887766")).toEqual({ id });
    const { customer } = dataOf(
      await shop.cashier.query("staff.customers.get", { customerId: id }),
    ) as { customer: object };
    expect(customer).toMatchObject({ name: "", mobileNumber: "+6281299887766" });
    const wrong = await shop.cashier.mutate("staff.till.register", { contact: "12" });
    expect(refusedBy(wrong)).toBe("invalid_mobile_number");
  });

  describe("by its key", () => {
    it("a visit that nobody has confirmed is unknown", async () => {
      const outcome = await shop.cashier.query("staff.visits.outcome", { key: "never" });
      expect(dataOf(outcome)).toEqual({ state: "unknown", visit: null });
      const undo = await shop.cashier.mutate("staff.visits.undo", { key: "never", ...whole });
      expect(refusedBy(undo)).toBe("redemption_not_found");
    });

    it("another store's cashier learns nothing about it", async () => {
      const { key, input } = await given();
      await confirm(shop.cashier, input, key);
      for (const answer of [
        await shop.elsewhere.query("staff.visits.outcome", { key }),
        await shop.elsewhere.query("staff.visits.previewUndo", { key }),
        await shop.elsewhere.mutate("staff.visits.undo", { key, ...whole }),
        await confirm(shop.elsewhere, input, key),
      ])
        expect(refusedBy(answer)).toBe("permission_denied");
    });
  });

  it("lists the last visits of today in a store, with what was undone since", async () => {
    const { store, cashier, elsewhere, other } = shop;
    const listed = async (browser: Browser, storeId: number) =>
      dataOf(await browser.query("staff.visits.today", { storeId })) as { items: Listed[] };
    const first = await given();
    const visit = dataOf(await confirm(cashier, first.input, first.key)) as Visit;
    const second = await given();
    await confirm(cashier, second.input, second.key);
    const part = { redemptionId: visit.lines[0]?.redemptionId };
    await cashier.mutate("staff.visits.undo", { key: first.key, part, ...whole });
    const { items } = await listed(cashier, store.id);
    expect(items.slice(0, 2).map(({ key }) => key)).toEqual([second.key, first.key]);
    expect(items[1]).toMatchObject({
      customerId: first.customer.id,
      invoiceNumber: first.input.invoiceNumber,
      lines: [{ isCanceled: true }, { isCanceled: false }, {}, { isCanceled: false }],
      sale: { total: "20000.00", stampsEarned: 2, isCanceled: false },
      servedBy: { kind: "staff" },
    });

    expect(await listed(elsewhere, other.id)).toEqual({ items: [] });
    const refused = await elsewhere.query("staff.visits.today", { storeId: store.id });
    expect(refusedBy(refused)).toBe("permission_denied");
    const stranger = await desk.at(await house.given.merchant(), "owner");
    expect(await listed(stranger, store.id), "another merchant's").toEqual({ items: [] });
  });

  it("says what an undo gives back, gives it back, and does so once", async () => {
    const { customer, key, input } = await given();
    await confirm(shop.cashier, input, key);
    const preview = dataOf(await shop.cashier.query("staff.visits.previewUndo", { key })) as {
      redemptions: { stampsBack: number }[];
    };
    expect(preview).toMatchObject({
      redemptions: [
        { name: "Coffee", stampsBack: 6, refusal: null },
        { name: "Gift card", valueBack: { value: "2.50" } },
        { name: "Gift card" },
        { promoCodeUseBack: true },
      ],
      sale: { isCanceled: false, stampsEarned: 2 },
    });
    const undone = dataOf(await shop.cashier.mutate("staff.visits.undo", { key, ...whole })) as {
      replacements: unknown[];
    };
    expect(undone).toMatchObject({ stampsLeft: 10, stampsBack: 6, isSaleCanceled: true });
    expect(undone.replacements).toHaveLength(1);
    const again = await shop.cashier.mutate("staff.visits.undo", { key, ...whole });
    expect(dataOf(again), "its answer may have been lost").toEqual(undone);
    const { membership } = dataOf(
      await shop.cashier.query("staff.customers.get", { customerId: customer.id }),
    ) as { membership: { stamps: number } };
    expect(membership.stamps).toBe(10);
  });

  it("undoes one line, and leaves the others", async () => {
    const { key, input } = await given();
    const { lines } = dataOf(await confirm(shop.cashier, input, key)) as Visit;
    const part = { redemptionId: lines[0]?.redemptionId };
    const undone = await shop.cashier.mutate("staff.visits.undo", { key, part, ...whole });
    expect(dataOf(undone)).toEqual({
      stampsLeft: 12,
      stampsBack: 6,
      replacements: [],
      withdrawn: [],
      isSaleCanceled: false,
    });
    const strange = { key, part: { redemptionId: 999_999 }, ...whole };
    const undoneNothing = await shop.cashier.mutate("staff.visits.undo", strange);
    expect(refusedBy(undoneNothing)).toBe("redemption_not_found");
  });

  it("asks for the stamps of a flexible reward, and refuses to take nothing off a value", async () => {
    const { balance, key, input } = await given();
    const row = { name: "Wish", kind: "flexible" } as const;
    const { id: rewardId } = await house.given.reward(shop.merchant, row);
    const free = { ...input, rewards: [{ rewardId, qty: 100, stamps: 0 }] };
    const unpriced = await confirm(shop.cashier, free, key);
    expect(unpriced[1]).toMatchObject({
      error: { data: { failure: { code: "required", field: "rewards" } } },
    });
    const nothing = { ...input, vouchers: [{ voucher: balance.id, value: "0" }] };
    const refused = await confirm(shop.cashier, nothing, key);
    expect(refused[0]).toBe(400);
    expect(JSON.stringify(refused[1])).toContain("An amount above zero");
    const fixed = input.rewards.map((line) => ({ ...line, stamps: 0 }));
    const visit = dataOf(await confirm(shop.cashier, { ...input, rewards: fixed }, key));
    expect(visit).toMatchObject({ stampsLeft: 6 });
  });

  it.each([
    [{ rewards: [], vouchers: [], promoCodes: [], sale: null }, "rewards"],
    [{ invoiceNumber: null }, "invoiceNumber"],
    [{ promoCodes: Array.from({ length: 48 }, () => "X") }, "rewards"],
    [{ rewards: [{ rewardId: 999_999, qty: 1 }] }, "rewards"],
    [{ vouchers: [{ voucher: "NONE" }] }, "vouchers"],
    [{ promoCodes: ["NONE"] }, "promoCodes"],
  ])("refuses %j", async (changes, field) => {
    const { key, input } = await given();
    const answer = await confirm(shop.cashier, { ...input, ...changes }, key);
    expect(answer[1]).toMatchObject({ error: { data: { failure: { field } } } });
    const outcome = await shop.cashier.query("staff.visits.outcome", { key });
    expect(dataOf(outcome)).toEqual({ state: "unknown", visit: null });
  });
});
