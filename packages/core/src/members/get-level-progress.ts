import type { CoreContext } from "../foundation/context.ts";
import { Failure, unknownMember } from "../foundation/failures.ts";
import { type Identifier, identifierForms, readIdentifier } from "../people/customers/index.ts";
import { readProgress } from "./progress.sql.ts";
import type { LevelProgress } from "./types.ts";

/**
 * Returns the spending that a member needs to reach the next level, and to keep the present one. Throws
 * `invalid_data` for an unknown member. Interface 2, section 5.
 */
export async function getLevelProgress(ctx: CoreContext, user: Identifier): Promise<LevelProgress> {
  const ref = readIdentifier(user, identifierForms, ctx.caller.merchant.country);
  const progress = await readProgress(ctx, ref);
  if (!progress) throw new Failure(unknownMember);
  return progress;
}
