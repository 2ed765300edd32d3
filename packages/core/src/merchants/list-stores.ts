import type { CoreContext } from "../context.ts";
import { type StoreSettings, selectStores } from "./settings.sql.ts";

export type { StoreSettings };

/** Returns all stores of the merchant with their settings. */
export function listStores(ctx: CoreContext): Promise<readonly StoreSettings[]> {
  return selectStores(ctx);
}
