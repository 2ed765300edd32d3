import type { CoreContext } from "../context.ts";
import { sampleValues } from "./sample.rules.ts";
import { type Filled, fillTemplate } from "./template.rules.ts";
import type { MessageTemplate } from "./types.ts";

/** A template filled with samples, or what is wrong with it. Writes nothing. */
export function previewTemplate(ctx: CoreContext, template: MessageTemplate): Filled {
  return fillTemplate(template, sampleValues(ctx.caller.merchant.name));
}
