import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type OpenHarness, refusalOf } from "../../../testing/index.ts";
import type { RewardWish } from "./lines.sql.ts";
import { redeemMultipleRewards } from "./redeem-multiple-rewards.ts";

const t = harnessOfFile();

type RewardRow = Parameters<OpenHarness["given"]["reward"]>[1];
const line = (
  reward: { readonly code: string | number },
  given: Partial<RewardWish> = {},
): RewardWish => ({ code: reward.code, qty: 1, stamps: null, requestId: null, ...given });

/** Makes a merchant with a store, and a customer with 10 stamps. */
async function setting(settings = {}) {
  const merchant = await t.given.merchant(settings);
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const reward = (row: RewardRow) => t.given.reward(merchant, row);
  const authorize = (row = {}) =>
    t.given.authorization(merchant, { customerId: customer.id, ...row });
  const call = (
    rewards: readonly RewardWish[],
    changes: { invoiceNumber?: string; channel?: number } = {},
  ) =>
    redeemMultipleRewards(t.as(merchant), {
      user: customer.email,
      store: store.id,
      invoiceNumber: null,
      channel: null,
      rewards,
      ...changes,
    });
  return { merchant, store, customer, reward, authorize, call };
}

describe("several rewards", () => {
  test("are told whole, line by line", async () => {
    const { merchant, customer, reward, call } = await setting();
    const coffee = await reward({ name: "Coffee", stampsToRedeem: 2, extraData: { sku: "A1" } });
    const wish = await reward({ name: "Wish", kind: "flexible" });
    const template = await t.given.template(merchant, { value: "5.00" });
    const gift = await reward({
      name: "Gift",
      stampsToRedeem: 1,
      voucherTemplateId: template.id,
    });
    const done = await call([
      line(coffee, { qty: 2 }),
      line(wish, { stamps: 3 }),
      line(gift, { qty: 2 }),
    ]);
    expect(done).toEqual({
      redemption: {
        id: expect.any(Number),
        name: "Coffee, Wish, Gift",
        stampsUsed: 9,
        status: "Created",
        extraData: null,
      },
      customer: expect.objectContaining({ id: customer.id }),
      membership: expect.objectContaining({ stamps: 1 }),
      lines: [
        {
          reward: {
            id: coffee.id,
            code: coffee.code,
            name: "Coffee",
            kind: "fixed",
            stampsToRedeem: 2,
            extraData: { sku: "A1" },
          },
          qty: 2,
          stampsUsed: 4,
          requestId: null,
          voucher: null,
        },
        {
          reward: expect.objectContaining({ name: "Wish", kind: "flexible", stampsToRedeem: 0 }),
          qty: 1,
          stampsUsed: 3,
          requestId: null,
          voucher: null,
        },
        {
          reward: expect.objectContaining({ name: "Gift" }),
          qty: 2,
          stampsUsed: 2,
          requestId: null,
          voucher: expect.objectContaining({ name: template.name, value: "5.00" }),
        },
      ],
    });
  });

  test("are one redemption with one charge, a row a line, and nothing else is written", async () => {
    const { merchant, store, customer, reward, call } = await setting();
    const template = await t.given.template(merchant, { value: "5.00", isDynamic: true });
    const coffee = await reward({ stampsToRedeem: 2 });
    const gift = await reward({ stampsToRedeem: 1, voucherTemplateId: template.id });
    const before = await t.rows(merchant);
    const { redemption, lines } = await call([line(coffee), line(gift, { qty: 2 }), line(coffee)], {
      invoiceNumber: "INV-8",
      channel: 2,
    });
    const row = (at: number, of: typeof coffee, qty: number, stampsUsed: number) => ({
      redemptionId: redemption.id,
      line: at,
      rewardId: of.id,
      name: of.name,
      ...{ qty, canceledQty: 0, stampsUsed },
      spendsVoucher: false,
    });
    const voucher = {
      id: expect.any(Number),
      voucherTemplateId: template.id,
      code: expect.any(String),
      codeKey: expect.any(String),
      customerId: customer.id,
      value: "5.00",
      remainingValue: "5.00",
      startDate: expect.any(String),
      endDate: expect.any(String),
      isActive: true,
      ...{ issuedByRedemptionId: redemption.id, issuedByLine: 2 },
    };
    expect(await t.written(merchant, before)).toEqual({
      memberships: [{ customerId: customer.id, stamps: 4, entryNumber: 2 }],
      stampEntries: [
        {
          ...{ customerId: customer.id, cause: "redemption", causeId: redemption.id, delta: -6 },
          ...{ number: 2, day: expect.any(String) },
        },
      ],
      redemptions: [
        {
          id: redemption.id,
          kind: "rewards",
          status: "Created",
          customerId: customer.id,
          storeId: store.id,
          name: `${coffee.name}, ${gift.name}, ${coffee.name}`,
          ...{ stampsUsed: 6, stampsReturned: 0, canceledQty: 0 },
          channel: 2,
          invoiceNumber: "INV-8",
          redeemedBy: "token:1",
        },
      ],
      redemptionLines: [row(1, coffee, 1, 2), row(2, gift, 2, 2), row(3, coffee, 1, 2)],
      vouchers: [{ ...voucher, id: lines[1]?.voucher?.id }, voucher],
      voucherValueEntries: [1, 2].map(() => ({
        voucherId: expect.any(Number),
        cause: "opening",
        causeId: 0,
        delta: "5.00",
      })),
    });
  });

  test("50 lines at once", async () => {
    const { merchant, reward, call } = await setting();
    const free = await reward({ stampsToRedeem: 0 });
    const before = await t.rows(merchant);
    const done = await call(Array.from({ length: 50 }, () => line(free)));
    expect(done.lines).toHaveLength(50);
    expect((await t.written(merchant, before)).redemptionLines).toHaveLength(50);
  });
});

describe("a reward is named", () => {
  test("by its code in any case, and by its id where no code matches", async () => {
    const { reward, call } = await setting();
    const coffee = await reward({ code: "Cof-1", stampsToRedeem: 1 });
    const names: (string | undefined)[] = [];
    for (const code of ["cOF-1", coffee.id, String(coffee.id), ` ${coffee.id} `])
      names.push((await call([line({ code })])).lines[0]?.reward.name);
    expect(names).toEqual(Array(4).fill(coffee.name));
  });

  test("by its code before another's id", async () => {
    const { reward, call } = await setting();
    const byId = await reward({ stampsToRedeem: 1 });
    const byCode = await reward({ code: String(byId.id), stampsToRedeem: 1 });
    expect((await call([line({ code: byId.id })])).lines[0]?.reward.id).toBe(byCode.id);
  });
});

describe("every line or none", () => {
  test.each([
    ["one that is unknown", {}, { code: "NOPE" }, "Line 2: Reward not found"],
    ["a total above the balance", { stampsToRedeem: 9 }, {}, "Not enough stamps: has 10, needs 11"],
  ])("%s", async (_, row, given, message) => {
    const { merchant, store, customer, reward, call } = await setting();
    const good = await reward({ stampsToRedeem: 2 });
    const bad = { ...(await reward(row)), ...given };
    const before = await t.rows(merchant);
    const refusal = await refusalOf(call([line(good), line(bad)]));
    expect(refusal.message).toBe(message);
    expect(await t.written(merchant, before)).toEqual({
      refusals: [
        expect.objectContaining({
          operation: "redemptions.redeemMultipleRewards",
          subject: `rewards ${good.code}, ${bad.code}`,
          ...{ code: refusal.code, rule: refusal.rule, message },
          storeId: store.id,
          customerId: customer.id,
        }),
      ],
    });
  });

  test("another merchant's reward, by code and by id", async () => {
    const { call } = await setting();
    const foreign = await t.given.reward(await t.given.merchant());
    for (const code of [foreign.code, foreign.id])
      expect(await refusalOf(call([line({ code })]))).toMatchObject({ code: "invalid_reward" });
  });
});

describe("with PIN authorization", () => {
  const asked = { redemptionPinAuthorization: true };

  test("each line spends its own", async () => {
    const { merchant, reward, authorize, call } = await setting(asked);
    const coffee = await reward({ stampsToRedeem: 1 });
    const [one, two] = [await authorize(), await authorize()];
    const before = await t.rows(merchant);
    const done = await call([line(coffee), line(coffee)].map(withRequest(one, two)));
    expect((await t.written(merchant, before)).redemptionAuthorizations).toEqual(
      [one, two].map(({ id }) => ({ id, spentByRedemptionId: done.redemption.id })),
    );
  });

  test("lines may share one, which is spent once", async () => {
    const { merchant, reward, authorize, call } = await setting(asked);
    const coffee = await reward({ stampsToRedeem: 1 });
    const one = await authorize();
    const before = await t.rows(merchant);
    const done = await call(
      [line(coffee), line(coffee), line(coffee)].map(withRequest(one, one, one)),
    );
    expect(done.lines.map(({ requestId }) => requestId)).toEqual(Array(3).fill(one.requestId));
    expect((await t.written(merchant, before)).redemptionAuthorizations).toEqual([
      { id: one.id, spentByRedemptionId: done.redemption.id },
    ]);
    expect(await refusalOf(call([line(coffee)].map(withRequest(one))))).toMatchObject({
      code: "authorization_required",
      message: "Line 1: This authorization was already used",
    });
  });

  test("a good line does not spend its own where another line is refused", async () => {
    const { merchant, reward, authorize, call } = await setting(asked);
    const coffee = await reward({ stampsToRedeem: 1 });
    const one = await authorize();
    const expired = await authorize({ expiresAt: "2020-01-01T00:00:00Z" });
    const before = await t.rows(merchant);
    expect(
      await refusalOf(call([line(coffee), line(coffee)].map(withRequest(one, expired)))),
    ).toMatchObject({
      code: "authorization_required",
      message: "Line 2: This authorization has expired",
    });
    expect(Object.keys(await t.written(merchant, before))).toEqual(["refusals"]);
  });

  test("stamps that are not there spend none either", async () => {
    const { merchant, reward, authorize, call } = await setting(asked);
    const dear = await reward({ stampsToRedeem: 11 });
    const one = await authorize();
    const before = await t.rows(merchant);
    expect(await refusalOf(call([line(dear)].map(withRequest(one))))).toMatchObject({
      code: "insufficient_stamps",
    });
    expect(Object.keys(await t.written(merchant, before))).toEqual(["refusals"]);
  });

  test("another customer's is none", async () => {
    const { merchant, reward, call } = await setting(asked);
    const coffee = await reward({ stampsToRedeem: 1 });
    const other = await t.given.customer(merchant);
    const others = await t.given.authorization(merchant, { customerId: other.id });
    expect(await refusalOf(call([line(coffee)].map(withRequest(others))))).toMatchObject({
      message: "Line 1: This request is not authorized",
    });
  });

  test("in the documented order: all rewards, all authorizations, then the stamps", async () => {
    const { reward, authorize, call } = await setting(asked);
    const dear = await reward({ stampsToRedeem: 11 });
    const closed = await reward({ isActive: false });
    const one = await authorize();
    const codes: string[] = [];
    for (const lines of [
      [line(dear), line(closed)],
      [line(dear), line(dear)].map(withRequest(one)),
      [line(dear), line(dear)].map(withRequest(one, one)),
    ])
      codes.push((await refusalOf(call(lines))).code);
    expect(codes).toEqual([
      "reward_not_available",
      "authorization_required",
      "insufficient_stamps",
    ]);
  });
});

/** Returns a function for `map` that sets each line's request id by its position, or null without one. */
const withRequest =
  (...requests: readonly { readonly requestId: string }[]) =>
  (wish: RewardWish, at: number): RewardWish => ({
    ...wish,
    requestId: requests[at]?.requestId ?? null,
  });
