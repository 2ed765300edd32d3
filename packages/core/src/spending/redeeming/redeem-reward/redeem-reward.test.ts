import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type OpenHarness, plain, refusalOf } from "../../../testing/index.ts";
import { type RedeemRewardInput, redeemReward, redeemRewards } from "./redeem-reward.ts";

const { name: operation } = redeemRewards;

const t = harnessOfFile();

/** Makes a merchant with a store, and a customer with 10 stamps. */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const call = (
    reward: { readonly id: number },
    changes: Partial<RedeemRewardInput> = {},
    ctx = t.as(merchant),
  ) =>
    redeemReward(ctx, {
      ...plain,
      user: customer.email,
      store: store.id,
      reward: reward.id,
      qty: 1,
      stamps: null,
      ...changes,
    });
  return { merchant, store, customer, call };
}

describe("a fixed reward", () => {
  test("is told whole", async () => {
    const { merchant, customer, call } = await setting();
    const reward = await t.given.reward(merchant, { stampsToRedeem: 3, extraData: { sku: "A1" } });
    const extraData = { b: 1, a: [2, { c: null }] };
    const done = await call(reward, { extraData, invoiceNumber: "INV-1", channel: 2 });
    expect(done).toEqual({
      redemption: {
        id: expect.any(Number),
        name: reward.name,
        stampsUsed: 3,
        status: "Created",
        extraData,
      },
      customer: {
        id: customer.id,
        memberId: customer.memberId,
        name: customer.name,
        gender: "",
        address: "",
        isActive: true,
        email: customer.email,
        mobileNumber: null,
        pictureUrl: null,
        birthday: null,
      },
      membership: {
        level: 100,
        levelName: "Blue",
        status: 100,
        ...{ stamps: 7, stampsOwed: 0 },
        balance: "0.00",
        tags: [],
        referralCode: "",
        startDate: "2026-01-15",
        createdOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        isBlocked: false,
        needsName: false,
      },
      reward: {
        id: reward.id,
        code: reward.code,
        name: reward.name,
        kind: "fixed",
        stampsToRedeem: 3,
        extraData: { sku: "A1" },
      },
      vouchers: [],
      voucher: null,
    });
    expect(JSON.stringify(done.redemption.extraData)).toBe(JSON.stringify(extraData));
  });

  test("takes the stamps, writes the redemption, its line and its entry, and nothing else", async () => {
    const { merchant, store, customer, call } = await setting();
    const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
    const before = await t.rows(merchant);
    const extraData = { till: 4 };
    const { redemption } = await call(reward, { extraData, invoiceNumber: "INV-1", channel: 2 });
    expect(await t.written(merchant, before)).toEqual({
      memberships: [{ customerId: customer.id, stamps: 7, entryNumber: 2 }],
      stampEntries: [
        {
          ...{ customerId: customer.id, cause: "redemption", causeId: redemption.id, delta: -3 },
          ...{ number: 2, day: expect.any(String) },
        },
      ],
      redemptions: [
        {
          id: redemption.id,
          kind: "reward",
          status: "Created",
          customerId: customer.id,
          storeId: store.id,
          name: reward.name,
          ...{ stampsUsed: 3, stampsReturned: 0, canceledQty: 0 },
          channel: 2,
          invoiceNumber: "INV-1",
          extraData,
          redeemedBy: "token:1",
        },
      ],
      redemptionLines: [
        {
          redemptionId: redemption.id,
          line: 1,
          rewardId: reward.id,
          name: reward.name,
          ...{ qty: 1, canceledQty: 0 },
          stampsUsed: 3,
          spendsVoucher: false,
        },
      ],
    });
  });

  test.each([
    ["once", 3, 1, null, 3],
    ["several times", 3, 3, null, 9],
    ["for the last stamps", 5, 2, null, 10],
    ["ignoring the request's stamps", 3, 1, 7, 3],
    ["for nothing", 0, 100, null, 0],
  ])(
    "%s: %i stamps, %i time(s), asked for %s, costs %i",
    async (_, stampsToRedeem, qty, stamps, cost) => {
      const { merchant, customer, call } = await setting();
      const reward = await t.given.reward(merchant, { stampsToRedeem });
      const before = await t.rows(merchant);
      const done = await call(reward, { qty, stamps });
      expect(done.redemption.stampsUsed).toBe(cost);
      expect(done.membership.stamps).toBe(10 - cost);
      const {
        memberships = [],
        stampEntries = [],
        redemptionLines,
      } = await t.written(merchant, before);
      expect(memberships).toEqual(
        cost ? [{ customerId: customer.id, stamps: 10 - cost, entryNumber: 2 }] : [],
      );
      expect(stampEntries.map(({ delta }) => delta)).toEqual(cost ? [-cost] : []);
      expect(redemptionLines).toMatchObject([{ qty, stampsUsed: cost }]);
    },
  );

  test("a store is named by its code too, a customer by Member ID", async () => {
    const { merchant, store, customer, call } = await setting();
    const reward = await t.given.reward(merchant);
    const done = await call(reward, {
      store: store.code.toLowerCase(),
      user: customer.memberId,
    });
    expect(done.customer.id).toBe(customer.id);
  });

  test("staff are named in the row as a token is", async () => {
    const { merchant, call } = await setting();
    const reward = await t.given.reward(merchant);
    const before = await t.rows(merchant);
    await call(
      reward,
      {},
      t.as(merchant, {
        caller: { kind: "staff", merchant, userId: "u7", role: "cashier", stores: null },
      }),
    );
    expect((await t.written(merchant, before)).redemptions).toMatchObject([
      { redeemedBy: "staff:u7" },
    ]);
  });
});

describe("a flexible reward", () => {
  test("costs what the request says, whatever qty, and shows 0", async () => {
    const { merchant, call } = await setting();
    const reward = await t.given.reward(merchant, { kind: "flexible", stampsToRedeem: 9 });
    const done = await call(reward, { stamps: 4, qty: 2 });
    expect(done.reward).toMatchObject({ kind: "flexible", stampsToRedeem: 0 });
    expect([done.redemption.stampsUsed, done.membership.stamps]).toEqual([4, 6]);
  });

  test.each([
    ["without stamps", null, "required", "Name the stamps that this flexible reward costs."],
    ["with too many", 11, "insufficient_stamps", "Not enough stamps: has 10, needs 11"],
  ])("%s is refused on stamps", async (_, stamps, code, message) => {
    const { merchant, call } = await setting();
    const reward = await t.given.reward(merchant, { kind: "flexible" });
    const refusal = await refusalOf(call(reward, { stamps }));
    expect(refusal).toMatchObject({ code, message });
    expect(refusal.field ?? refusal.rule).toMatch(/stamps/);
  });
});

describe("a reward that carries a voucher", () => {
  const words = {
    pictureUrl: "https://example.com/lunch.png",
    shortDescription: "Lunch",
    description: "A lunch",
    instructions: "Show it",
    termsAndConditions: "Once",
    extraData: { sku: "L" },
  };

  test.each([
    ["static", { value: "25.00", isDynamic: false }, { value: "25.00", remainingValue: null }],
    ["without a value", { isDynamic: false }, { value: null, remainingValue: null }],
    ["dynamic", { value: "25.00", isDynamic: true }, { value: "25.00", remainingValue: "25.00" }],
  ])("%s: issues qty of them to the customer", async (_, row, values) => {
    const { merchant, customer, call } = await setting();
    const template = await t.given.template(merchant, { ...words, ...row, validityDays: 31 });
    const reward = await t.given.reward(merchant, { voucherTemplateId: template.id });
    const before = await t.rows(merchant);
    const clockOffsetMs = t.offsetTo("2027-01-30T05:00:00Z");
    const done = await call(reward, { qty: 2 }, t.as(merchant, { clockOffsetMs }));
    expect(done.voucher).toEqual({
      id: expect.any(Number),
      name: template.name,
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{16}$/),
      isActive: true,
      startDate: "2027-01-30",
      endDate: "2027-03-02",
      templateId: template.id,
      ...values,
      ...words,
    });
    const { vouchers = [], voucherValueEntries = [] } = await t.written(merchant, before);
    expect(vouchers).toHaveLength(2);
    expect(new Set(vouchers.map(({ code }) => code)).size).toBe(2);
    expect(vouchers[0]).toMatchObject({ id: done.voucher?.id, code: done.voucher?.code });
    for (const voucher of vouchers)
      expect(voucher).toEqual({
        id: expect.any(Number),
        voucherTemplateId: template.id,
        code: expect.any(String),
        codeKey: String(voucher.code).toUpperCase(),
        customerId: customer.id,
        startDate: "2027-01-30",
        endDate: "2027-03-02",
        isActive: true,
        ...{ issuedByRedemptionId: done.redemption.id, issuedByLine: 1 },
        ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
      });
    expect(voucherValueEntries).toEqual(
      values.remainingValue
        ? vouchers.map(({ id }) => ({
            voucherId: id,
            cause: "opening",
            causeId: 0,
            delta: "25.00",
          }))
        : [],
    );
  });

  test("without validity: without end", async () => {
    const { merchant, call } = await setting();
    const template = await t.given.template(merchant, { validityDays: null });
    const reward = await t.given.reward(merchant, { voucherTemplateId: template.id });
    expect((await call(reward)).voucher?.endDate).toBeNull();
  });

  test("100 at once are 100 vouchers", async () => {
    const { merchant, call } = await setting();
    const template = await t.given.template(merchant);
    const reward = await t.given.reward(merchant, {
      stampsToRedeem: 0,
      voucherTemplateId: template.id,
    });
    const before = await t.rows(merchant);
    await call(reward, { qty: 100 });
    expect((await t.written(merchant, before)).vouchers).toHaveLength(100);
  });
});

describe("what is refused", () => {
  type Refused = [
    what: string,
    row: Parameters<OpenHarness["given"]["reward"]>[1],
    changes: Partial<RedeemRewardInput>,
    code: string,
    kept: { rule: string; expected?: string; found?: string },
  ];
  test.each<Refused>([
    [
      "on another channel",
      { channels: [1, 3] },
      { channel: 2 },
      "reward_not_available",
      { rule: "is available on the channel", expected: "Mobile App, Kiosk", found: "POS" },
    ],
    [
      "on no channel",
      { channels: [1] },
      {},
      "reward_not_available",
      { rule: "is available on the channel", expected: "Mobile App", found: "no channel" },
    ],
    [
      "too dear together",
      { stampsToRedeem: 4 },
      { qty: 3 },
      "insufficient_stamps",
      { rule: "membership holds the stamps", expected: "12", found: "10" },
    ],
  ])("%s", async (_, row, changes, code, kept) => {
    const { merchant, store, customer, call } = await setting();
    const reward = await t.given.reward(merchant, row);
    const before = await t.rows(merchant);
    const refusal = await refusalOf(call(reward, changes));
    expect(refusal).toMatchObject({ code, ...kept });
    expect(await t.written(merchant, before)).toEqual({
      refusals: [
        expect.objectContaining({
          ...kept,
          id: expect.any(Number),
          operation: "redemptions.redeemReward",
          subject: `reward ${reward.id}`,
          code,
          message: refusal.message,
          storeId: store.id,
          customerId: customer.id,
          caller: "token:1",
        }),
      ],
    });
  });

  test("another merchant's", async () => {
    const { call } = await setting();
    const foreign = await t.given.reward(await t.given.merchant());
    expect(await refusalOf(call(foreign))).toMatchObject({ code: "invalid_reward" });
  });

  test("limits that are met refuse nothing", async () => {
    const { merchant, store, call } = await setting();
    const reward = await t.given.reward(merchant, {
      stores: [1, store.id],
      channels: [1, 2],
      startDate: "2020-01-01",
      endDate: "2099-01-01",
    });
    expect((await call(reward, { channel: 2 })).redemption.status).toBe("Created");
  });
});

describe("what version 1.0 kept under a key, with all that it had written", () => {
  test.each([
    ["for a reward", false],
    ["for a reward that carries a voucher", true],
  ])("is repeated: %s", async (_, carries) => {
    const { merchant, store, call } = await setting();
    const template = await t.given.template(merchant, { value: "25.00", isDynamic: true });
    const voucherTemplateId = carries ? template.id : null;
    const made = await t.given.reward(merchant, { voucherTemplateId });
    const { redemption, customer, membership, reward, voucher } = await call(made, { qty: 2 });
    expect(voucher !== null).toBe(carries);
    const saving = {
      ...{ redemptionId: 77, customerId: customer.id, storeId: store.id, rewardId: reward.id },
      ...{ name: reward.name, cost: 4, qty: 2, channel: null, invoiceNumber: null },
      ...{ extraData: { a: [1, "é"] }, requestId: null, authorizationId: null, actor: "token:1" },
      vouchers: voucher ? [voucher, { ...voucher, id: 78 }] : [],
    };
    const frame = { customer, membership: { ...membership, stamps: 10 }, reward, saving };
    const outcome = { frame, changed: { stamps: 6 } };
    await t.given.outcome(merchant, { operation, key: "k", outcome });
    const before = await t.rows(merchant);
    const again = t.keyed(merchant, "k");
    expect(await call(made, { qty: 2 }, again)).toEqual({
      redemption: { ...redemption, id: 77, extraData: { a: [1, "é"] } },
      customer,
      membership: { ...membership, stamps: 6 },
      reward,
      vouchers: saving.vouchers,
      voucher,
    });
    expect(again.replays()).toBe(1);
    expect(await t.written(merchant, before)).toEqual({});
  });
});
