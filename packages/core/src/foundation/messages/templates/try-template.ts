import type { MessageTemplate, MessageText, TemplateProblem, WrittenTemplate } from "../types.ts";
import { compileMjml } from "./compile-mjml.ts";
import { sampleValues, type TemplateOwner } from "./sample.rules.ts";
import { fillTemplate } from "./template.rules.ts";

/** A template as it is stored, and a sample message made from it. */
export type TriedTemplate = {
  readonly template: MessageTemplate;
  readonly message: MessageText;
};

/**
 * Compiles a template's MJML and fills the template with sample values. Returns the template's problem if
 * this fails.
 */
export async function tryTemplate(
  { mjml, ...written }: WrittenTemplate,
  merchant: TemplateOwner,
): Promise<TriedTemplate | TemplateProblem> {
  const template = { ...written };
  if (mjml !== "") {
    if (written.channel !== "email")
      return { problem: "only an email can be made of MJML", part: "mjml" };
    const compiled = await compileMjml(mjml);
    if ("problem" in compiled) return { ...compiled, part: "mjml" };
    template.html = compiled.html;
  }
  const filled = fillTemplate(template, sampleValues(merchant));
  if ("message" in filled) return { template, ...filled };
  return filled.part === "html" && mjml !== "" ? { ...filled, part: "mjml" } : filled;
}
