import type { CoreContext } from "../../context.ts";
import type { WrittenTemplate } from "../types.ts";
import { selectTemplates } from "./templates.sql.ts";

/** The merchant's message templates. */
export function listTemplates(ctx: CoreContext): Promise<readonly WrittenTemplate[]> {
  return selectTemplates(ctx);
}
