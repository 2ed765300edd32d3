import type { CoreContext } from "../../context.ts";
import type { MessageText, TemplateProblem, WrittenTemplate } from "../types.ts";
import { tryOwnTemplate } from "./try-own-template.ts";

/** Returns a message filled with sample values, or the template's problem. Saves nothing. */
export async function previewTemplate(
  ctx: CoreContext,
  written: WrittenTemplate,
): Promise<{ readonly message: MessageText } | TemplateProblem> {
  const tried = await tryOwnTemplate(ctx, written);
  return "problem" in tried ? tried : { message: tried.message };
}
