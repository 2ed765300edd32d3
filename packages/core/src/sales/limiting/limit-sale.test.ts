import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller, StaffRole } from "../../context.ts";
import { listSecurityEvents } from "../../security-events/index.ts";
import {
  aSale,
  aVisit,
  type OpenHarness,
  openHarness,
  refusalOf,
  visitSetting,
} from "../../testing/index.ts";
import { confirmVisit } from "../../visits/index.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

/** A merchant whose sales earn a stamp for each 10,000, with the given limits of a cashier's sale. */
async function setting(limits = {}) {
  const { merchant, customer, named, coffee } = await visitSetting(t, limits);
  const as = (role: StaffRole) => {
    const caller: Caller = { kind: "staff", merchant, userId: role, role, stores: null };
    return t.as(merchant, { caller });
  };
  const line = { reward: coffee.code, qty: 1, stamps: null, requestId: null };
  const sell = (role: StaffRole | null, total: string, rewards: (typeof line)[] = []) =>
    confirmVisit(
      role ? as(role) : t.as(merchant),
      aVisit({ ...named, sale: aSale({ total }), rewards }),
    );
  const events = async () => {
    const all = { from: null, to: null, result: null, actor: null, after: null, limit: 10 };
    const { items } = await listSecurityEvents(as("owner"), { ...all, what: "large-sale" });
    return items.map(({ result, subject, details }) => ({ result, subject, details }));
  };
  return { merchant, customer, line, sell, events };
}

const denied = { code: "permission_denied" };

describe("what a cashier gives by a sale at the till", () => {
  test("S10: is at most the merchant's number of stamps, and nothing of a larger sale is written", async () => {
    const { merchant, line, sell, events } = await setting();
    const before = await t.rows(merchant);
    expect(await refusalOf(sell("cashier", "999999999999", [line]))).toMatchObject({
      ...denied,
      message: "Sales that earn more than 1,000 stamps are recorded by a manager.",
    });
    expect(await t.written(merchant, before)).toEqual({});
    expect(await events()).toMatchObject([{ result: "refused" }]);
    expect(await refusalOf(sell("cashier", "10010000"))).toMatchObject(denied);
    expect((await sell("cashier", "10009999")).sale).toMatchObject({ stampsEarned: 1_000 });
  });

  test("S10: and its total, which counts towards levels, at most the merchant's", async () => {
    const limits = { cashierSaleTotal: 500_000, earnMaxPerTransaction: 5 };
    const { sell } = await setting(limits);
    expect(await refusalOf(sell("cashier", "500000.01"))).toMatchObject({
      ...denied,
      message: "Sales over 500,000 are recorded by a manager.",
    });
    expect((await sell("cashier", "500000.00")).sale).toMatchObject({ stampsEarned: 5 });
  });

  test("S10: larger ones by managers and owners are listed, those by tokens are not", async () => {
    const { customer, sell, events } = await setting({ cashierSaleStamps: 10 });
    expect((await sell(null, "200000")).sale).toMatchObject({ stampsEarned: 20 });
    expect(await events()).toEqual([]);
    const { sale } = await sell("manager", "300000");
    await sell("owner", "400000");
    await sell("owner", "90000");
    const subject = `customer ${customer.id}`;
    expect(await events()).toEqual([
      { result: "done", subject, details: expect.objectContaining({ stamps: 40 }) },
      {
        ...{ result: "done", subject },
        details: { total: "300000", stamps: 30, transaction: sale?.id },
      },
    ]);
  });

  test("S10: has no limit if the merchant wants none", async () => {
    const { sell } = await setting({ cashierSaleStamps: null });
    expect((await sell("cashier", "99990000")).sale).toMatchObject({ stampsEarned: 9_999 });
  });
});
