import type { CoreContext } from "../context.ts";
import type { ProgrammeSettings } from "./programme.rules.ts";
import { selectProgramme } from "./programme.sql.ts";

/**
 * Returns the merchant's programme: how sales earn, how long stamps are valid, how members join and redeem.
 */
export function getProgramme(ctx: CoreContext): Promise<ProgrammeSettings> {
  return selectProgramme(ctx);
}
