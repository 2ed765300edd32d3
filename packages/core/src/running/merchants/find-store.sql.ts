import { clockArm, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { storeArm, storeDoc } from "./merchant.sql.ts";
import { readStoreRef } from "./store.rules.ts";
import type { StoreNow, StoreRef } from "./types.ts";

const load = statement<{ readonly store: StoreNow | null }>(
  "find_store",
  { clock: clockArm, store: storeArm },
  sql`json_build_object('store', ${storeDoc})`,
);

/** Reads the store with an id or a code. Null if the merchant has no such store. */
export async function selectStore(ctx: CoreContext, store: StoreRef): Promise<StoreNow | null> {
  const found = await run(ctx.db, load, {
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...readStoreRef(store),
  });
  return found.store;
}
