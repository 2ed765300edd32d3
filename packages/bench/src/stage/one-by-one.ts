import type { CoreContext } from "@stampbook/core/context";
import { type Db, MissingRow } from "@stampbook/db";
import { shop } from "./things.ts";

/** Sends each call in a statement of its own, instead of many calls in one. */
export const oneByOne = (db: Db): CoreContext["writing"] => ({
  write: async ({ statement }, call, { place, waits }) => {
    const [row] = await statement.run(db, place, [call], waits ? "wait" : "skip");
    if (!row) throw new MissingRow(statement.name);
    return row;
  },
  waitedMs: () => 0,
});

/** A token of the bench's merchant that may do everything. */
export const callerOf = (): CoreContext["caller"] => ({
  kind: "token",
  merchant: {
    ...{ id: shop.merchant, name: "Bench", country: "ID" },
    ...{ timezone: "Asia/Jakarta", currency: "IDR" },
  },
  tokenId: 1,
  scopes: ["*"],
  stores: null,
});
