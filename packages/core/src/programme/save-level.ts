import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { type LevelRules, updateLevel } from "./levels.sql.ts";

export type { LevelRules };

/**
 * Changes the name and the rules of a level, and writes an audit entry. Members keep their level until a
 * sale, or the end of the level, applies the new rules to them. Refuses an unknown level on `level`.
 */
export async function saveLevel(ctx: CoreContext, rules: LevelRules): Promise<void> {
  if (!(await updateLevel(ctx, rules)))
    throw new Failure({ code: "invalid", field: "level", message: "There is no such level." });
}
