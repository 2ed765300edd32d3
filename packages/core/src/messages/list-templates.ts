import type { CoreContext } from "../context.ts";
import { selectTemplates } from "./settings.store.ts";
import type { MessageTemplate } from "./types.ts";

/** The merchant's own texts. */
export function listTemplates(ctx: CoreContext): Promise<readonly MessageTemplate[]> {
  return selectTemplates(ctx);
}
