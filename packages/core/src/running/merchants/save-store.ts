import { changesOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, tooBusy } from "../../foundation/failures.ts";
import { checkStoreFields, type StoreFields } from "./settings.rules.ts";
import { loadStore, saveStoreRow } from "./settings.sql.ts";

export type { StoreFields };

/**
 * Store ids are counted across all merchants, so two calls may insert the same id. The call that fails tries
 * the next id.
 */
const TRIES = 10;

/**
 * Inserts a store if `id` is null, else writes all fields of the store. Stores are never deleted, only made
 * inactive. Throws `invalid_store` for an unknown id. Refuses invalid values of fields.
 */
export async function saveStore(
  ctx: CoreContext,
  { id, fields }: { readonly id: number | null; readonly fields: StoreFields },
): Promise<{ readonly id: number }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { before, ...knowing } = await loadStore(ctx, id, fields);
    if (id !== null && !before)
      throw new Failure({ code: "invalid_store", field: "id", message: "Store not found" });
    const refusal = checkStoreFields(fields, before, knowing);
    if (refusal) throw new Failure(refusal);
    const changes = changesOf(before, fields);
    if (id !== null && Object.keys(changes).length === 0) return { id };
    const saved = await saveStoreRow(ctx, id, fields, changes);
    if (saved !== null) return { id: saved };
  }
  throw new Failure(tooBusy);
}
