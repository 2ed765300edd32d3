import type { CoreContext } from "../context.ts";
import { selectTemplates } from "./settings.sql.ts";
import type { WrittenTemplate } from "./types.ts";

/** The merchant's message templates. */
export function listTemplates(ctx: CoreContext): Promise<readonly WrittenTemplate[]> {
  return selectTemplates(ctx);
}
