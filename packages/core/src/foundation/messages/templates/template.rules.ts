import type { Refusal } from "../../failures.ts";
import { countryNotAllowed, countryToRefuse } from "../mobile-number.rules.ts";
import type { Channel, Contact, MessageTemplate, MessageText, TemplateProblem } from "../types.ts";

/** The values of a message's placeholders, by name. */
export type PlaceholderValues = Readonly<Record<string, string>>;

/** The filled message, or the template's problem. */
type Filled = { readonly message: MessageText } | TemplateProblem;

/**
 * Replaces each `{{name}}` by its value, but not placeholders inside a value. Escapes values in HTML. Puts
 * values on one line in the subject, and in the parameters and the button of a provider's template. Returns a
 * problem if the template cannot be filled, for example because of an unknown placeholder.
 */
export function fillTemplate(template: MessageTemplate, values: PlaceholderValues): Filled {
  for (const part of ["subject", "body", "html"] as const) {
    const problem = problemOf(template[part], values, part === "html");
    if (problem !== null) return { problem, part };
  }
  const { approved } = template;
  if (approved) {
    if (template.channel !== "whatsapp")
      return { problem: "only WhatsApp has approved templates", part: "approved" };
    const texts = [...approved.parameters, approved.button ?? ""].join("\n");
    const problem = problemOf(texts, values, false);
    if (problem !== null) return { problem, part: "approved" };
  }
  const fill = (text: string, write: (value: string) => string) =>
    text.replace(placeholder, (_, name: string) => write(values[name.trim()] ?? ""));
  return {
    message: {
      subject: fill(template.subject, onOneLine),
      text: fill(template.body, (value) => value),
      html: template.html === "" ? null : fill(template.html, escapeHtml),
      ...(approved && {
        approved: {
          ...approved,
          parameters: approved.parameters.map((text) => fill(text, onOneLine)),
          button: approved.button && fill(approved.button, onOneLine),
        },
      }),
    },
  };
}

function problemOf(text: string, values: PlaceholderValues, isHtml: boolean): string | null {
  const unknown = new Set(namesIn(text).filter((name) => !Object.hasOwn(values, name)));
  if (unknown.size)
    return `unknown placeholder ${[...unknown].map((name) => `{{${name}}}`).join(", ")}`;
  if (isHtml && (text.match(code) ?? []).some((part) => namesIn(part).length))
    return "a placeholder in a style or a script, where no value is safe";
  // other braces in a style or a script are allowed
  const rest = (isHtml ? text.replace(code, "") : text).replace(placeholder, "");
  return /\{\{|\}\}/.test(rest) ? "braces that are no placeholder" : null;
}

/** Styles and scripts; unclosed ones extend to the end of the text. */
const code = /<(style|script)\b[\s\S]*?(?:<\/\1|$)/gi;

/**
 * Matches a placeholder. Blanks around the name are trimmed later: matching them here would take cubic time.
 */
const placeholder = /\{\{([^{}]*)\}\}/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name = ""]) => name.trim());
}

function onOneLine(value: string): string {
  return value.replace(/\s+/g, " ");
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Returns the customer's address on a channel. Returns null if there is none. */
export function addressOn(channel: Channel, contact: Contact): string | null {
  return channel === "email" ? contact.email : contact.mobileNumber;
}

function forbiddenCountry(channel: Channel, contact: Contact, allowed: readonly string[]) {
  const address = addressOn(channel, contact);
  return channel === "email" || address === null ? null : countryToRefuse(address, allowed);
}

/**
 * Returns the first template that can reach the customer, in the order email, SMS, WhatsApp. Returns null if
 * none can.
 */
export function chooseTemplate(
  templates: readonly MessageTemplate[],
  contact: Contact,
  smsCountries: readonly string[],
): MessageTemplate | null {
  const order: readonly Channel[] = ["email", "sms", "whatsapp"];
  const reaching = order.flatMap((channel) =>
    addressOn(channel, contact) === null || forbiddenCountry(channel, contact, smsCountries)
      ? []
      : templates.filter((template) => template.channel === channel),
  );
  return reaching[0] ?? null;
}

/**
 * Refuses a customer who cannot be reached on the channel. Then refuses a number in a country to which no
 * text messages may go, then a missing template.
 */
export function checkDelivery(
  wanted: {
    readonly code: string;
    readonly channel: Channel;
    readonly smsCountries: readonly string[];
  },
  template: MessageTemplate | null,
  contact: Contact,
): Refusal | null {
  if (addressOn(wanted.channel, contact) === null)
    return {
      code: "invalid_type",
      message: `This customer has no ${wanted.channel === "email" ? "email address" : "mobile number"}`,
      rule: "customer can be reached",
    };
  const country = forbiddenCountry(wanted.channel, contact, wanted.smsCountries);
  if (country)
    return {
      code: "invalid_type",
      message: countryNotAllowed(country),
      rule: "text messages go to allowed countries",
      expected: wanted.smsCountries.join(", "),
      found: country,
    };
  if (!template)
    return {
      code: "invalid_template_code",
      message: `There is no message template "${wanted.code}" for ${wanted.channel}`,
      rule: "message template exists",
    };
  return null;
}

/** Returns the refusal of a template that cannot be filled. */
export function unusableTemplate(code: string, problem: string): Refusal {
  return {
    code: "invalid_template_code",
    message: `Message template "${code}" cannot be used: ${problem}`,
    rule: "message template holds known placeholders",
  };
}
