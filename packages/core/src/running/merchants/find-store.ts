import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { selectStore } from "./find-store.sql.ts";
import { checkStore } from "./store.rules.ts";
import type { StoreRef } from "./types.ts";

/**
 * Returns the id of the store that `named` gives by id or code, even if the store is not active. Throws
 * `invalid_store`, and `permission_denied` if the caller may not act in the store.
 */
export async function findStore(ctx: CoreContext, named: StoreRef): Promise<number> {
  const store = await selectStore(ctx, named);
  const refusal = checkStore(store && { ...store, isActive: true }, ctx.caller);
  if (refusal) throw new Failure(refusal);
  if (!store) throw new TypeError("a store that is not refused exists");
  return store.id;
}
