import { dayInWords, languageOf, timeInWords } from "../language.rules.ts";
import type { MessageTemplate, MessageText, TemplateProblem, WrittenTemplate } from "../types.ts";
import { compileMjml } from "./compile-mjml.ts";
import { credentialName } from "./credential-name.rules.ts";
import { isBookingMessage, placeholdersOf } from "./placeholders.rules.ts";
import { fillTemplate, type PlaceholderValues } from "./template.rules.ts";

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
  const filled = fillTemplate(template, sampleValues(template.code, merchant));
  if ("message" in filled) return { template, ...filled };
  return filled.part === "html" && mjml !== "" ? { ...filled, part: "mjml" } : filled;
}

/** The merchant whose template is filled. `country` decides the language of sample values. */
type TemplateOwner = { readonly name: string; readonly country: string };

/** Returns sample values of the placeholders that a template may have, for previews and test messages. */
function sampleValues(code: string, owner: TemplateOwner): PlaceholderValues {
  const samples: PlaceholderValues = isBookingMessage(code) ? ofBooking(owner) : ofCustomer(owner);
  return Object.fromEntries(placeholdersOf(code).map((name) => [name, samples[name] ?? ""]));
}

function ofBooking({ name, country }: TemplateOwner): PlaceholderValues {
  const language = languageOf(country);
  return {
    guest: "Ani Wijaya",
    merchant_name: name,
    store_name: "Kemang",
    store_address: "Jl. Kemang Raya 1",
    store_phone: "+62215550100",
    date: dayInWords("2027-02-14", language),
    time: timeInWords("19:30:00", language),
    people: "4",
    booking_id: "1",
    link: "https://example.com/booking#v1",
    old_date: dayInWords("2027-02-13", language),
    old_time: timeInWords("20:00:00", language),
    old_people: "2",
    old_store: "Menteng",
    hours: "24",
  };
}

function ofCustomer({ name, country }: TemplateOwner): PlaceholderValues {
  return {
    otp: "123456",
    minutes: "5",
    credential: credentialName("password", country),
    time: "2026-11-21 09:30",
    receipt: "2 × Iced Coffee\nStamps after this visit: 12",
    customer_name: "Ani Wijaya",
    merchant_name: name,
  };
}
