import { describe, expect, test } from "vitest";
import { countGuess } from "../../entering/access/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { aSale, aVisit, refusalOf, visitSetting } from "../../testing/index.ts";
import { confirmVisit } from "./confirm-visit.ts";
import type { VisitInput } from "./types.ts";
import { issuedCodes, valueTaken } from "./visit.rules.ts";

const t = harnessOfFile();

const setting = (settings = {}) => visitSetting(t, settings);

describe("a whole visit", () => {
  test("redeems each line, issues a voucher, and sells, in that order", async () => {
    const { merchant, customer, coffee, voucher, balance, promoCode, template, confirm } =
      await setting();
    const before = await t.rows(merchant);
    const visit = await confirm({
      sale: aSale({ invoiceNumber: "INV-1", total: "50000.00" }),
      rewards: [{ reward: coffee.code, qty: 2, stamps: null, requestId: null }],
      vouchers: [
        { voucher: { code: voucher.code }, value: null, requestId: null },
        { voucher: { id: balance.id }, value: "2.50", requestId: null },
      ],
      promoCodes: [{ promoCode: promoCode.code.toLowerCase(), requestId: null }],
      issue: { templateId: template.id, value: "7.00" },
    });
    // 10 stamps, less 2 × 3 for coffee, plus 5 earned
    expect(visit.membership).toMatchObject({ stamps: 9 });
    expect(visit.customer).toMatchObject({ id: customer.id });
    expect(visit.sale).toMatchObject({ status: "Created", total: "50000.00", stampsEarned: 5 });
    expect(visit.issuedVoucher).toMatchObject({ value: "7.00", name: template.name });
    expect(visit.redemptions).toMatchObject([
      { kind: "reward", line: { qty: 2, stampsUsed: 6 }, redemption: { stampsUsed: 6 } },
      { kind: "voucher", voucher: { id: voucher.id }, value: null },
      { kind: "voucher", voucher: { id: balance.id, remainingValue: "7.50" }, value: "2.50" },
      { kind: "promo_code", promoCode: { id: promoCode.id } },
    ]);
    const written = await t.written(merchant, before);
    expect(written.redemptions).toHaveLength(4);
    for (const redemption of written.redemptions ?? [])
      expect(redemption).toMatchObject({ invoiceNumber: "INV-1", status: "Created" });
    const byNumber = written.stampEntries?.toSorted((a, b) => Number(a.number) - Number(b.number));
    expect(byNumber).toMatchObject([
      { cause: "redemption", delta: -6 },
      { cause: "earning", delta: 5 },
    ]);
    expect(written.transactions).toMatchObject([{ status: "Created" }]);
    expect(written.auditEntries).toHaveLength(1);
  });

  test("takes the whole value of a gift card that is named by its code alone", async () => {
    const { balance, voucher, confirm } = await setting();
    const { redemptions } = await confirm({
      vouchers: [balance, voucher].map(({ code }) => ({
        ...{ voucher: { code }, value: null, requestId: null },
      })),
    });
    expect(redemptions).toMatchObject([{ voucher: { remainingValue: "0.00" }, value: null }, {}]);
    expect(redemptions.map(valueTaken)).toEqual(["10.00", null]);
  });

  test("cannot pay with what its own sale earns", async () => {
    const { merchant, coffee, confirm } = await setting();
    const before = await t.rows(merchant);
    const four = { reward: coffee.id, qty: 4, stamps: null, requestId: null };
    expect(
      await refusalOf(confirm({ sale: aSale({ total: "50000.00" }), rewards: [four] })),
    ).toMatchObject({ code: "insufficient_stamps", field: "rewards" });
    expect(Object.keys(await t.written(merchant, before))).toEqual(["refusals"]);
  });

  test("may be a sale alone, also of a blocked member, who earns nothing", async () => {
    const { merchant, store, confirm, coffee } = await setting();
    const blocked = await t.given.customer(merchant, {}, { isBlocked: true, stamps: 9 });
    const user = blocked.email;
    const visit = await confirm({ user, sale: aSale({ total: "50000.00" }) });
    expect(visit).toMatchObject({ redemptions: [], sale: { stampsEarned: 0 } });
    const rewards = [{ reward: coffee.id, qty: 1, stamps: null, requestId: null }];
    expect(await refusalOf(confirm({ user, rewards }))).toMatchObject({
      code: "membership_blocked",
      message: expect.not.stringContaining("Line"),
    });
    expect(store.id).toBeGreaterThan(0);
  });

  test("a sale alone may be repeated; with a redemption its sale must be new", async () => {
    const { merchant, coffee, confirm } = await setting();
    const sale = aSale({ invoiceNumber: "INV-7", total: "50000.00" });
    const first = await confirm({ sale });
    expect((await confirm({ sale })).sale).toEqual(first.sale);
    const before = await t.rows(merchant);
    const rewards = [{ reward: coffee.id, qty: 1, stamps: null, requestId: null }];
    expect(await refusalOf(confirm({ sale, rewards }))).toMatchObject({
      code: "duplicate_invoice_number",
      existingTransactionId: first.sale?.id,
    });
    expect(await t.written(merchant, before)).toEqual({});
  });
});

describe("a refused line rolls everything back, and is named", () => {
  test.each<[string, (s: Awaited<ReturnType<typeof setting>>) => Partial<VisitInput>, object]>([
    [
      "a reward",
      ({ coffee }) => ({
        rewards: [
          { reward: coffee.id, qty: 1, stamps: null, requestId: null },
          { reward: "NONE", qty: 1, stamps: null, requestId: null },
        ],
      }),
      { code: "invalid_reward", field: "rewards", message: "Line 2: Reward not found" },
    ],
    [
      "a voucher by its code",
      ({ coffee }) => ({
        rewards: [{ reward: coffee.id, qty: 1, stamps: null, requestId: null }],
        vouchers: [{ voucher: { code: "NONE" }, value: null, requestId: null }],
      }),
      { code: "invalid_voucher", field: "vouchers", message: /^Line 1: / },
    ],
    [
      "a value by the code of a voucher that somebody else holds",
      ({ others }) => ({
        vouchers: [{ voucher: { code: others.code }, value: "1.00", requestId: null }],
      }),
      { code: "invalid_voucher_owner", field: "vouchers", message: /^Line 1: / },
    ],
    [
      "a value that is more than is left after the line before",
      ({ balance }) => ({
        vouchers: [
          { voucher: { id: balance.id }, value: "6.00", requestId: null },
          { voucher: { code: balance.code }, value: "4.01", requestId: null },
        ],
      }),
      { code: "insufficient_voucher_value", field: "vouchers" },
    ],
    [
      "a promo code",
      ({ voucher }) => ({
        vouchers: [{ voucher: { id: voucher.id }, value: null, requestId: null }],
        promoCodes: [{ promoCode: "NONE", requestId: null }],
      }),
      { code: "invalid_promo_code", field: "promoCodes", message: /^Line 1: / },
    ],
    [
      "a voucher twice",
      ({ voucher }) => ({
        vouchers: [
          { voucher: { id: voucher.id }, value: null, requestId: null },
          { voucher: { id: voucher.id }, value: null, requestId: null },
        ],
      }),
      { code: "voucher_already_redeemed", field: "vouchers", message: /^Line 2: / },
    ],
    [
      "the price of a flexible reward",
      ({ wish }) => ({
        rewards: [{ reward: wish.id, qty: 1, stamps: null, requestId: null }],
      }),
      { code: "required", field: "rewards", message: /^Line 1: / },
    ],
    [
      "a flexible reward for 0 stamps",
      ({ wish }) => ({
        rewards: [{ reward: wish.id, qty: 100, stamps: 0, requestId: null }],
      }),
      { code: "required", field: "rewards", message: /^Line 1: / },
    ],
    [
      "a deduction of 0",
      ({ balance }) => ({
        vouchers: [{ voucher: { id: balance.id }, value: "0.00", requestId: null }],
      }),
      { code: "invalid", field: "vouchers", message: /^Line 1, value: An amount above zero/ },
    ],
  ])("%s", async (_, input, refusal) => {
    const found = await setting();
    const before = await t.rows(found.merchant);
    const { message, ...rest } = refusal as { message?: string | RegExp };
    const refused = await refusalOf(found.confirm({ sale: aSale(), ...input(found) }));
    expect(refused).toMatchObject(rest);
    if (message) expect(refused?.message).toMatch(message);
    const written = await t.written(found.merchant, before);
    expect(Object.keys(written)).toEqual(["refusals"]);
    expect(written.refusals).toHaveLength(1);
  });

  test("an unknown code counts as a guess, in spite of the rollback", async () => {
    const { merchant, confirm } = await setting();
    const vouchers = [{ voucher: { code: "NONE" }, value: "1.00", requestId: null }];
    await refusalOf(confirm({ vouchers }));
    await refusalOf(confirm({ promoCodes: [{ promoCode: "NONE", requestId: null }] }));
    const counted = await t.db.execute(
      `select count from attempt_counters where merchant_id = ${merchant.id}
        and subject not like '% store %'`,
    );
    expect(counted).toMatchObject([{ count: 2 }]);
  });
});

test("after too many wrong guesses a right code is refused like a wrong one", async () => {
  const { merchant, balance, confirm } = await setting();
  const ctx = t.as(merchant);
  for (let guess = 0; guess < 60; guess++) await countGuess(ctx);
  for (const code of [balance.code, "NONE"])
    for (const value of ["1.00", null]) {
      const vouchers = [{ voucher: { code }, value, requestId: null }];
      expect([code, await refusalOf(confirm({ vouchers }))]).toMatchObject([
        code,
        { code: "too_many_attempts", field: "vouchers" },
      ]);
    }
});

describe("with PIN authorization", () => {
  const asks = { redemptionPinAuthorization: true };

  test("one request authorizes all lines, once", async () => {
    const { merchant, customer, coffee, voucher, confirm } = await setting(asks);
    const { requestId } = await t.given.authorization(merchant, { customerId: customer.id });
    const input = {
      rewards: [
        { reward: coffee.id, qty: 1, stamps: null, requestId },
        { reward: coffee.id, qty: 1, stamps: null, requestId },
      ],
      vouchers: [{ voucher: { id: voucher.id }, value: null, requestId }],
    };
    const { redemptions } = await confirm(input);
    expect(redemptions).toHaveLength(3);
    const [coffees] = [input.rewards];
    expect(await refusalOf(confirm({ rewards: coffees }))).toMatchObject({
      code: "authorization_required",
      field: "rewards",
    });
  });

  test("a line without its request is refused", async () => {
    const { merchant, customer, coffee, confirm } = await setting(asks);
    const { requestId } = await t.given.authorization(merchant, { customerId: customer.id });
    const rewards = [
      { reward: coffee.id, qty: 1, stamps: null, requestId },
      { reward: coffee.id, qty: 1, stamps: null, requestId: null },
    ];
    const before = await t.rows(merchant);
    expect(await refusalOf(confirm({ rewards }))).toMatchObject({
      code: "authorization_required",
      message: expect.stringMatching(/^Line 2/),
    });
    expect(Object.keys(await t.written(merchant, before))).toEqual(["refusals"]);
  });
});

describe("with an idempotency key", () => {
  const keyed = async () => {
    const found = await setting();
    const { merchant, coffee } = found;
    const rewards = [{ reward: coffee.id, qty: 1, stamps: null, requestId: null }];
    const confirm = (ctx: CoreContext) =>
      confirmVisit(ctx, aVisit({ ...found.named, sale: aSale(), rewards }));
    return { ...found, merchant, confirm };
  };

  test("a second call has the same outcome, byte by byte", async () => {
    const { merchant, confirm } = await keyed();
    const [first, second] = [t.keyed(merchant, "k"), t.keyed(merchant, "k")];
    const answer = JSON.stringify(await confirm(first));
    const before = await t.rows(merchant);
    expect(JSON.stringify(await confirm(second))).toBe(answer);
    expect([first.replays(), second.replays()]).toEqual([0, 1]);
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("a refused call leaves its key free", async () => {
    const { merchant, named, confirm } = await keyed();
    const vouchers = [{ voucher: { code: "NONE" }, value: null, requestId: null }];
    const refused = confirmVisit(t.keyed(merchant, "k"), aVisit({ ...named, vouchers }));
    expect(await refusalOf(refused)).toMatchObject({ code: "invalid_voucher" });
    expect(await confirm(t.keyed(merchant, "k"))).toMatchObject({ sale: { status: "Created" } });
  });

  test("another request under the key is refused", async () => {
    const { merchant, confirm } = await keyed();
    await confirm(t.keyed(merchant, "k", "one"));
    expect(await refusalOf(confirm(t.keyed(merchant, "k", "other")))).toMatchObject({
      code: "idempotency_key_reused",
    });
  });
});

test("a reward that issues vouchers needs more ids than were taken at first", async () => {
  const { merchant, template, confirm } = await setting();
  const gift = await t.given.reward(merchant, {
    stampsToRedeem: 1,
    voucherTemplateId: template.id,
  });
  const line = { reward: gift.id, qty: 3, stamps: null, requestId: null };
  const before = await t.rows(merchant);
  const { membership, redemptions } = await confirm({ rewards: [line, line] });
  expect(membership).toMatchObject({ stamps: 4 });
  expect((await t.written(merchant, before)).vouchers).toHaveLength(6);
  const codes = redemptions.flatMap(issuedCodes);
  expect(new Set(codes.map(({ code }) => code)).size, "the visit has the code of each").toBe(6);
});

test("the outcome of an earlier version has the code of the first voucher only", async () => {
  const { merchant, template, confirm } = await setting();
  const gift = await t.given.reward(merchant, {
    ...{ stampsToRedeem: 1, voucherTemplateId: template.id },
  });
  const line = { reward: gift.id, qty: 2, stamps: null, requestId: null };
  const [redeemed] = (await confirm({ rewards: [line] })).redemptions;
  if (redeemed?.kind !== "reward") throw new TypeError("the visit redeemed a reward");
  const { issued, ...earlier } = redeemed;
  expect(issued).toHaveLength(2);
  expect(issuedCodes(earlier)).toEqual(issued?.slice(0, 1));
});

test("a thing that was redeemed for the invoice number is not redeemed again", async () => {
  const { merchant, coffee, confirm } = await setting({ oneRedemptionPerInvoice: true });
  const line = { reward: coffee.id, qty: 1, stamps: null, requestId: null };
  const sale = aSale({ invoiceNumber: "INV-9" });
  const before = await t.rows(merchant);
  expect(await refusalOf(confirm({ sale, rewards: [line, line] }))).toMatchObject({
    code: "duplicate_invoice_number",
    field: "rewards",
    message: expect.stringMatching(/^Line 2/),
  });
  expect(await t.written(merchant, before)).toEqual({});
});
