import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { redeemReward } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../testing/index.ts";
import { recordRefusal } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure, tooBusy } from "../failures.ts";
import { inOneTransaction } from "./in-one-transaction.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customers = [
    await t.given.customer(merchant, {}, { stamps: 10 }),
    await t.given.customer(merchant, {}, { stamps: 10 }),
  ] as const;
  const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
  const redeem = (ctx: CoreContext, { email }: { readonly email: string | null }) =>
    redeemReward(ctx, {
      ...{ ...plain, user: email ?? "", store: store.id, reward: reward.id },
      ...{ qty: 1, stamps: null },
    });
  const stamps = async () => {
    const rows = [...((await t.rows(merchant)).get("memberships")?.values() ?? [])];
    return customers.map(({ id }) => rows.find((each) => each.customerId === id)?.stamps);
  };
  return { merchant, customers, redeem, stamps };
}

const unrecorded = { operation: "a test", subject: "nothing", storeId: null, customerId: null };

describe("a refusal", () => {
  test("rolls everything back, and is recorded", async () => {
    const { merchant, customers, redeem, stamps } = await setting();
    const before = await t.rows(merchant);
    const work = inOneTransaction(t.as(merchant), async (part) => {
      await redeem(part, customers[0]);
      await redeem(part, { email: "nobody@example.com" });
    });
    expect(await refusalOf(work)).toMatchObject({ code: "invalid_user" });
    expect(await stamps()).toEqual([10, 10]);
    expect(await t.written(merchant, before)).toEqual({
      refusals: [expect.objectContaining({ code: "invalid_user" })],
    });
  });

  test("that the work goes on after is not recorded", async () => {
    const { merchant, customers, redeem, stamps } = await setting();
    const before = await t.rows(merchant);
    await inOneTransaction(t.as(merchant), async (part) => {
      await refusalOf(redeem(part, { email: "nobody@example.com" }));
      await redeem(part, customers[0]);
    });
    expect(await stamps()).toEqual([7, 10]);
    expect(Object.keys(await t.written(merchant, before))).not.toContain("refusals");
  });

  test("that its record throws takes its place", async () => {
    const { merchant } = await setting();
    const work = inOneTransaction(t.as(merchant), async (part) => {
      part.afterRefusal?.(() => Promise.reject(new Failure(tooBusy)));
      await recordRefusal(part, unrecorded, { code: "invalid", message: "first" });
      throw new Failure({ code: "invalid", message: "first" });
    });
    expect(await refusalOf(work)).toMatchObject({ code: "overloaded" });
  });
});

test("any other error rolls everything back, and is thrown", async () => {
  const { merchant, customers, redeem, stamps } = await setting();
  const before = await t.rows(merchant);
  const work = inOneTransaction(t.as(merchant), async (part) => {
    await redeem(part, customers[0]);
    throw new TypeError("a mistake");
  });
  await expect(work).rejects.toThrow(new TypeError("a mistake"));
  expect(await stamps()).toEqual([10, 10]);
  expect(await t.written(merchant, before)).toEqual({});
});

describe("two that take two rows in both orders", () => {
  /**
   * Runs two transactions that redeem for the same customers in opposite orders. Each waits after its first
   * redemption until both have locked a row. Returns the status and the number of tries of each.
   */
  async function inBothOrders(
    run: typeof inOneTransaction,
  ): Promise<readonly (readonly [PromiseSettledResult<unknown>["status"], number])[]> {
    const { merchant, customers, redeem } = await setting();
    let arrived = 0;
    let go = () => {};
    const both = new Promise<void>((resolve) => {
      go = resolve;
    });
    const [one, other] = customers;
    const works = [
      [one, other],
      [other, one],
    ].map(async (order) => {
      let tries = 0;
      const work = async (part: CoreContext) => {
        tries++;
        const [first, second] = order;
        if (first) await redeem(part, first);
        if (++arrived === 2) go();
        await both;
        if (second) await redeem(part, second);
      };
      const done = run(t.as(merchant), work, { ids: { redemptions: 2 } });
      const [settled] = await Promise.allSettled([done]);
      return [settled.status, tries] as const;
    });
    return Promise.all(works);
  }

  test("are both done: after the deadlock one begins again", async () => {
    const results = await inBothOrders(inOneTransaction);
    expect(results.map(([status]) => status)).toEqual(["fulfilled", "fulfilled"]);
    const [fewest = 0, most = 0] = results.map(([, tries]) => tries).toSorted();
    expect(fewest).toBe(1);
    // more than 2 tries if the restarted transaction locks its row again before the other transaction gets it
    expect(most).toBeGreaterThanOrEqual(2);
  });

  test("one fails if it does not begin again", async () => {
    const results = await inBothOrders((ctx, work) =>
      t.db.transaction((tx) => work({ ...ctx, db: tx, writing: sendingIn(tx) })),
    );
    expect(results.map(([status]) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

/** Returns a `Writing` that sends each call in the transaction. It never begins the work again. */
function sendingIn(tx: CoreContext["db"]): CoreContext["writing"] {
  return {
    write: async ({ statement }, call, { place }) => {
      const [row] = await statement.run(tx, place, [call], "wait").catch((error) => {
        throw new Error("rolled back", { cause: error });
      });
      if (!row) throw new TypeError("no row");
      return row;
    },
    waitedMs: () => 0,
  };
}

test("ids that were not taken before are taken between two tries, never inside", async () => {
  const { merchant } = await setting();
  const ctx = t.as(merchant);
  let isInside = false;
  const taken: number[] = [];
  const ids: CoreContext["ids"] = {
    take: () => Promise.reject(new Error("not used")),
    takeMany: async (merchantId, kind, count) => {
      expect(isInside).toBe(false);
      taken.push(count);
      return ctx.ids.takeMany(merchantId, kind, count);
    },
  };
  const found = await inOneTransaction(
    { ...ctx, ids },
    async (part) => {
      isInside = true;
      try {
        const [first] = await part.ids.takeMany(merchant.id, "vouchers", 2);
        const rest = [];
        for (let n = 0; n < 5; n++) rest.push(await part.ids.take(merchant.id, "vouchers"));
        await part.db.execute(sql`select 1`);
        return [first, ...rest];
      } finally {
        isInside = false;
      }
    },
    { ids: { vouchers: 2 } },
  );
  expect(new Set(found).size).toBe(6);
  expect(taken).toEqual([2, 3, 6]);
});
