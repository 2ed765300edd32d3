import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { type LevelRules, updateLevel } from "./levels.sql.ts";

export type { LevelRules };

/**
 * Changes the name and the rules of a level, and writes an audit entry. Members keep their level until the
 * new rules apply to them: at a sale, at its cancel or modification, or when the level ends. Refuses an
 * unknown level on `level`.
 */
export async function saveLevel(ctx: CoreContext, rules: LevelRules): Promise<void> {
  if (!(await updateLevel(ctx, rules)))
    throw new Failure({ code: "invalid", field: "level", message: "There is no such level." });
}
