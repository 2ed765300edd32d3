import { credentialName } from "./credential-name.rules.ts";
import type { PlaceholderValues } from "./template.rules.ts";

/** The merchant whose template is filled. `country` decides the language of sample values. */
export type TemplateOwner = { readonly name: string; readonly country: string };

/** Returns sample values of all placeholders, for previews and test messages. */
export function sampleValues({ name, country }: TemplateOwner): PlaceholderValues {
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
