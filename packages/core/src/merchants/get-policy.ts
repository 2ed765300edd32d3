import type { CoreContext } from "../context.ts";
import type { Policy } from "./settings.rules.ts";
import { selectPolicy } from "./settings.sql.ts";

export type { Policy };

/** Returns the merchant's settings for security, messages and retention. */
export function getPolicy(ctx: CoreContext): Promise<Policy> {
  return selectPolicy(ctx);
}
