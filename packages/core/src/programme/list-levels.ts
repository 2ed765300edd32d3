import type { CoreContext } from "../context.ts";
import { type LevelRules, selectLevels } from "./levels.sql.ts";

/** Returns the merchant's levels with their rules, the lowest level first. */
export function listLevels(ctx: CoreContext): Promise<readonly LevelRules[]> {
  return selectLevels(ctx);
}
