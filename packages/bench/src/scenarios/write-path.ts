import type { CoreContext } from "@stampbook/core/context";
import { redeemVoucher } from "@stampbook/core/redeeming";
import { createBatcher } from "@stampbook/core/writing";
import { connect, createIds } from "@stampbook/db";
import { throughput } from "../comparisons.ts";
import { byVerb } from "../contestants/verb.ts";
import { callerOf, oneByOne } from "../stage/one-by-one.ts";
import { proveRows } from "../stage/prove.ts";
import { seedShop } from "../stage/seed.ts";
import { openStage } from "../stage/stage.ts";
import { openSupply } from "../stage/supply.ts";
import { emailOf, holderOf, shop } from "../stage/things.ts";
import type { Scenario } from "../types.ts";

/** Calls under way at once. */
const LOADS = [1, 32, 128];

/** Compares the core's redeem-voucher, which runs many calls in one statement, with a statement per call. */
export const writePath: Scenario = {
  name: "write-path",
  title: "redeem-voucher by the core alone, many calls a statement: one call a statement",
  group: "usual",
  open: async ({ customers }) => {
    const stage = await openStage();
    await seedShop(stage, customers);
    const { plain } = openSupply(stage, customers);
    const open = await connect({ url: stage.url });
    const { db } = open;
    const core = { ...stage.core, db, ids: createIds(db), caller: callerOf() };
    const alone: CoreContext = { ...core, writing: oneByOne(db) };
    const batched: CoreContext = { ...core, writing: createBatcher(db) };
    const inputOf = (n: number) => ({
      ...{ user: emailOf(holderOf(n, customers)), store: shop.store, voucher: n },
      ...{ invoiceNumber: null, channel: null, extraData: null, requestId: null },
    });
    let answered = 0;
    const count = (calls: number) => {
      answered += calls;
    };
    const contestant = (name: string, concurrent: number, ctx: CoreContext) =>
      byVerb(stage, {
        ...{ name: `${name} at ${concurrent}`, concurrent, supply: plain, count },
        call: async (n) => (await redeemVoucher(ctx, inputOf(n))).redemption.id,
      });
    return {
      contestants: LOADS.flatMap((load) => [
        contestant("one", load, alone),
        contestant("many", load, batched),
      ]),
      comparisons: LOADS.map((load) =>
        throughput(`one at ${load}`, load === 1 ? 0.9 : 1.5, `many at ${load}`),
      ),
      prove: () => proveRows(stage, answered),
      close: async () => {
        await open.close();
        await stage.close();
      },
    };
  },
};
