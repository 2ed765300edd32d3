import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import type { WrittenTemplate } from "../types.ts";
import { unusableTemplate } from "./template.rules.ts";
import { upsertTemplate } from "./templates.sql.ts";
import { tryOwnTemplate } from "./try-own-template.ts";

/**
 * Saves a template of the merchant, with an audit entry. Refuses a template that cannot be compiled or
 * filled.
 */
export async function saveTemplate(ctx: CoreContext, written: WrittenTemplate): Promise<void> {
  const tried = await tryOwnTemplate(ctx, written);
  if ("problem" in tried)
    throw new Failure({ ...unusableTemplate(written.code, tried.problem), field: tried.part });
  await upsertTemplate(ctx, { ...tried.template, mjml: written.mjml });
}
