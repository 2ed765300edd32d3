import type { CoreContext } from "@stampbook/core/context";
import { redeemVoucher } from "@stampbook/core/redeeming";
import { createBatcher } from "@stampbook/core/writing";
import { connect, createIds } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { throughput } from "../comparisons.ts";
import { byVerb } from "../contestants/verb.ts";
import { fill } from "../product/template.ts";
import { oneCall } from "../rivals/one-call/index.ts";
import { proveRows } from "../stage/prove.ts";
import { seedShop } from "../stage/seed.ts";
import { openStage } from "../stage/stage.ts";
import { openSupply } from "../stage/supply.ts";
import { emailOf, holderOf, shop } from "../stage/things.ts";
import type { Scenario } from "../types.ts";
import { redeemVoucher as work } from "../works/index.ts";

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
    const ctx: CoreContext = {
      ...stage.core,
      db: open.db,
      ids: createIds(open.db),
      caller: {
        kind: "token",
        merchant: {
          ...{ id: shop.merchant, name: "Bench", country: "ID" },
          ...{ timezone: "Asia/Jakarta", currency: "IDR" },
        },
        tokenId: 1,
        scopes: ["*"],
        stores: null,
      },
    };
    const batched = { ...ctx, writing: createBatcher(open.db) };
    const client = openClient(stage.url, 8);
    const { text } = oneCall[work.name];
    const redeemOne = async (n: number) => {
      const redemption = await ctx.ids.take(shop.merchant, "redemptions");
      const variables = work.variables(n, customers, redemption);
      await client.unsafe(text, fill(oneCall[work.name], variables), { prepare: true });
      return redemption;
    };
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
          call: redeemOne,
        }),
        byVerb(stage, {
          ...of(load),
          name: `many at ${load}`,
          call: async (n) => (await redeemVoucher(batched, inputOf(n))).redemption.id,
        }),
      ]),
      comparisons: LOADS.map((load) =>
        throughput(`one at ${load}`, load === 1 ? 0.9 : 1.5, `many at ${load}`),
      ),
      prove: () => proveRows(stage, answered),
      close: async () => {
        await open.close();
        await client.end();
        await stage.close();
      },
    };
  },
};
