import { changesOf } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { type LevelRules, loadLevel, updateLevel } from "./levels.sql.ts";

export type { LevelRules };

/**
 * Changes the name and the rules of a level, with an audit entry. Members stay on their level until a
 * sale or the end of the level judges them by the new rules. Refuses an unknown level on `level`.
 */
export async function saveLevel(ctx: CoreContext, rules: LevelRules): Promise<void> {
  const before = await loadLevel(ctx, rules.level);
  if (!before)
    throw new Failure({ code: "invalid", field: "level", message: "There is no such level." });
  const changes = changesOf(before, rules);
  if (Object.keys(changes).length) await updateLevel(ctx, rules, changes);
}
