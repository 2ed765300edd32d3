import type { CoreContext } from "../../context.ts";
import type { MessageText, TemplateProblem, WrittenTemplate } from "../types.ts";
import { tryTemplate } from "./try-template.ts";

/** Returns a message filled with sample values, or the template's problem. Writes nothing. */
export async function previewTemplate(
  ctx: CoreContext,
  written: WrittenTemplate,
): Promise<{ readonly message: MessageText } | TemplateProblem> {
  const tried = await tryTemplate(written, ctx.caller.merchant);
  return "problem" in tried ? tried : { message: tried.message };
}
