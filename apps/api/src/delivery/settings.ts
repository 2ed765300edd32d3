import addressparser from "nodemailer/lib/addressparser";
import { z } from "zod";

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const word = z.string().min(1).optional();

/** The variables that configure delivery; `env.ts` reads them. */
export const deliveryVariables = z.object({
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp or smtps address" }).optional(),
  /** The sender shown in mails: an address, or `Name <address>`. */
  MAIL_FROM: z.string().refine(isOneMailbox, "must be an address, or Name <address>").optional(),
  SMS_PROVIDER: z.enum(["twilio", "webhook"], "must be twilio or webhook").optional(),
  SMS_URL: httpUrl.optional(),
  SMS_ACCOUNT: word,
  SMS_TOKEN: word,
  SMS_FROM: word,
  WHATSAPP_PROVIDER: z
    .enum(["twilio", "cloud", "webhook"], "must be twilio, cloud or webhook")
    .optional(),
  WHATSAPP_URL: httpUrl.optional(),
  WHATSAPP_ACCOUNT: word,
  WHATSAPP_TOKEN: word,
  WHATSAPP_FROM: word,
});

/** The provider of a channel, with its settings. */
export type HttpProvider =
  | {
      readonly provider: "twilio";
      readonly url: string;
      /** The account's SID. */
      readonly account: string;
      readonly token: string;
      /** A number in E.164, or the SID of a messaging service. */
      readonly from: string;
    }
  | {
      readonly provider: "cloud";
      readonly url: string;
      /** The id of the phone number. */
      readonly account: string;
      readonly token: string;
    }
  | { readonly provider: "webhook"; readonly url: string; readonly token: string | null };

/** The settings of each channel. Null if none are set; then the channel's messages wait in the outbox. */
export type DeliverySettings = {
  readonly email: { readonly url: string; readonly from: string } | null;
  readonly sms: HttpProvider | null;
  readonly whatsapp: HttpProvider | null;
};

type Variables = z.output<typeof deliveryVariables>;
type Missing = (variable: keyof Variables, message: string) => void;

const TWILIO = "https://api.twilio.com";
const CLOUD = "https://graph.facebook.com/v23.0";

/** The typed settings. Settings that belong together must be set together. */
export const deliverySettings = deliveryVariables.transform((given, ctx): DeliverySettings => {
  const missing: Missing = (variable, message) =>
    ctx.addIssue({ code: "custom", path: [variable], message });
  return {
    email: emailOf(given, missing),
    sms: providerOf(given, "SMS", missing),
    whatsapp: providerOf(given, "WHATSAPP", missing),
  };
});

function emailOf({ SMTP_URL, MAIL_FROM }: Variables, missing: Missing): DeliverySettings["email"] {
  if (!SMTP_URL) return null;
  if (MAIL_FROM) return { url: SMTP_URL, from: MAIL_FROM };
  missing("MAIL_FROM", "is needed with SMTP_URL: the address that mails come from");
  return null;
}

function providerOf(
  given: Variables,
  channel: "SMS" | "WHATSAPP",
  missing: Missing,
): HttpProvider | null {
  const provider = given[`${channel}_PROVIDER`];
  const need = (part: "URL" | "ACCOUNT" | "TOKEN" | "FROM"): string => {
    const value = given[`${channel}_${part}`];
    if (!value)
      missing(`${channel}_${part}`, `is needed with ${channel}_PROVIDER=${provider ?? ""}`);
    return value ?? "";
  };
  /** The address to which the provider's paths are appended. */
  const base = given[`${channel}_URL`]?.replace(/\/+$/, "");
  if (provider === "twilio")
    return {
      provider,
      url: base ?? TWILIO,
      account: need("ACCOUNT"),
      token: need("TOKEN"),
      from: need("FROM"),
    };
  if (provider === "cloud")
    return { provider, url: base ?? CLOUD, account: need("ACCOUNT"), token: need("TOKEN") };
  if (provider === "webhook")
    return { provider, url: need("URL"), token: given[`${channel}_TOKEN`] ?? null };
  return null;
}

/** Returns whether a text is exactly one mailbox, as nodemailer reads it. */
function isOneMailbox(text: string): boolean {
  const [mailbox, ...others] = addressparser(text);
  return z.regexes.unicodeEmail.test(mailbox?.address ?? "") && !others.length;
}
