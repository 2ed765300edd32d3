import { changesOf } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure, tooBusy } from "../failures.ts";
import { checkStoreFields, type StoreFields } from "./settings.rules.ts";
import { loadStore, saveStoreRow } from "./settings.sql.ts";

export type { StoreFields };

/** Ids are counted over all merchants, so two new stores may try the same one. */
const TRIES = 10;

/**
 * Writes a new store, or all fields of an existing one. Stores are never deleted, only closed. Refuses
 * invalid_store, and invalid values on their fields.
 */
export async function saveStore(
  ctx: CoreContext,
  { id, fields }: { readonly id: number | null; readonly fields: StoreFields },
): Promise<{ readonly id: number }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { before, ...knowing } = await loadStore(ctx, id, fields);
    if (id !== null && !before)
      throw new Failure({ code: "invalid_store", field: "id", message: "Store not found" });
    const refusal = checkStoreFields(fields, knowing);
    if (refusal) throw new Failure(refusal);
    const changes = changesOf(before, fields);
    if (id !== null && Object.keys(changes).length === 0) return { id };
    const saved = await saveStoreRow(ctx, id, fields, changes);
    if (saved !== null) return { id: saved };
  }
  throw new Failure(tooBusy);
}
