import type { CoreContext } from "../../context.ts";
import type { WrittenTemplate } from "../types.ts";
import { selectTemplates } from "./templates.sql.ts";

/** Returns the merchant's message templates, ordered by code and channel. */
export function listTemplates(ctx: CoreContext): Promise<readonly WrittenTemplate[]> {
  return selectTemplates(ctx);
}
