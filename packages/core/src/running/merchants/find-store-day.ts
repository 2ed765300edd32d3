import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { selectStore } from "./find-store.sql.ts";
import { checkStore } from "./store.rules.ts";
import type { StoreRef } from "./types.ts";

/**
 * Returns the current day in the store that `named` gives by id or code, `YYYY-MM-DD`. Throws
 * `invalid_store`, also if the store is not active, and `permission_denied` if the caller may not act there.
 */
export async function findStoreDay(ctx: CoreContext, named: StoreRef): Promise<string> {
  const store = await selectStore(ctx, named);
  const refusal = checkStore(store, ctx.caller);
  if (refusal) throw new Failure(refusal);
  if (!store) throw new TypeError("a store that is not refused exists");
  return store.today;
}
