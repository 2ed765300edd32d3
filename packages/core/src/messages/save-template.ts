import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { previewTemplate } from "./preview-template.ts";
import { upsertTemplate } from "./settings.store.ts";
import { unusableTemplate } from "./template.rules.ts";
import type { MessageTemplate } from "./types.ts";

/** Writes a text of the merchant's, on the record. Refuses one that no message could fill. */
export async function saveTemplate(ctx: CoreContext, template: MessageTemplate): Promise<void> {
  const filled = previewTemplate(ctx, template);
  if ("problem" in filled)
    throw new Failure({ ...unusableTemplate(template.code, filled.problem), field: "body" });
  await upsertTemplate(ctx, template);
}
