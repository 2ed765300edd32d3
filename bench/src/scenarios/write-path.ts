import type { CoreContext } from "@stampbook/core/context";
import { redeemVoucher as redeemInBatches } from "@stampbook/core/redeeming";
import { redeemVoucher as redeemOne } from "@stampbook/core/redemptions";
import { createBatcher } from "@stampbook/core/writing";
import { connect, createIds } from "@stampbook/db";
import { throughput } from "../comparisons.ts";
import { byVerb } from "../contestants/verb.ts";
import { proveRows } from "../stage/prove.ts";
import { seedShop } from "../stage/seed.ts";
import { openStage } from "../stage/stage.ts";
import { openSupply } from "../stage/supply.ts";
import { emailOf, holderOf, shop } from "../stage/things.ts";
import type { Scenario } from "../types.ts";

/** Calls under way at once. */
const LOADS = [1, 32, 128];

/** The verb redeem-voucher as a statement a call, and as one that takes many calls. */
export const writePath: Scenario = {
  name: "write-path",
  title: "redeem-voucher by the core alone, many calls a statement: one call a statement",
  group: "usual",
  open: async ({ customers }) => {
    const stage = await openStage();
    await seedShop(stage, customers);
    const { plain } = openSupply(stage, customers);
    const open = await connect({ url: stage.url });
    const ctx: CoreContext = {
      ...stage.core,
      db: open.db,
      ids: createIds(open.db),
      caller: {
        kind: "token",
        merchant: { id: shop.merchant, name: "Bench", country: "ID", timezone: "Asia/Jakarta" },
        tokenId: 1,
        scopes: ["*"],
        stores: null,
      },
    };
    const batched = { ...ctx, writing: createBatcher(open.db) };
    const inputOf = (n: number) => ({
      ...{ user: emailOf(holderOf(n, customers)), store: shop.store, voucher: n },
      ...{ invoiceNumber: null, channel: null, extraData: null, requestId: null },
    });
    let answered = 0;
    const count = (calls: number) => {
      answered += calls;
    };
    const of = (concurrent: number) => ({ concurrent, supply: plain, count });
    return {
      contestants: LOADS.flatMap((load) => [
        byVerb(stage, {
          ...of(load),
          name: `one at ${load}`,
          call: async (n) => (await redeemOne(ctx, inputOf(n))).redemption.id,
        }),
        byVerb(stage, {
          ...of(load),
          name: `many at ${load}`,
          call: async (n) => (await redeemInBatches(batched, inputOf(n))).redemption.id,
        }),
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
