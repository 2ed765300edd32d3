import type { CoreContext } from "../context.ts";
import type { ProgrammeSettings } from "./programme.rules.ts";
import { selectProgramme } from "./programme.sql.ts";

/** What the merchant's sales earn, how long stamps are valid, and how members join and redeem. */
export function getProgramme(ctx: CoreContext): Promise<ProgrammeSettings> {
  return selectProgramme(ctx);
}
