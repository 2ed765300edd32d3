import type { CoreContext } from "../context.ts";
import type { Policy } from "./settings.rules.ts";
import { selectPolicy } from "./settings.sql.ts";

export type { Policy };

/** The merchant's security and retention settings. */
export function getPolicy(ctx: CoreContext): Promise<Policy> {
  return selectPolicy(ctx);
}
