import type { ApprovedTemplate, MessageSender } from "@stampbook/core/messages";
import { part, postMessage } from "./http.ts";
import type { HttpProvider } from "./settings.ts";

type By<Provider extends HttpProvider["provider"]> = Extract<HttpProvider, { provider: Provider }>;

const twilioAccount = ({ url, account }: Pick<By<"twilio">, "url" | "account">) =>
  `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}`;

const twilioSignature = ({ account, token }: Pick<By<"twilio">, "account" | "token">) => ({
  authorization: `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}`,
});

/**
 * A request that changes nothing: it reads Twilio's account, or the number of WhatsApp's Cloud API. A webhook is
 * only asked what it takes.
 */
export function harmlessRequest(provider: HttpProvider) {
  switch (provider.provider) {
    case "twilio":
      return {
        method: "GET",
        url: `${twilioAccount(provider)}.json`,
        headers: twilioSignature(provider),
      };
    case "cloud":
      return {
        method: "GET",
        url: `${provider.url}/${encodeURIComponent(provider.account)}?fields=id`,
        headers: { authorization: `Bearer ${provider.token}` },
      };
    case "webhook":
      return { method: "OPTIONS", url: provider.url, headers: {} };
  }
}

/** Sends SMS or WhatsApp messages through Twilio's Messages API. */
export function createTwilioSender(
  { url, account, token, from }: By<"twilio">,
  channel: "sms" | "whatsapp",
): MessageSender {
  const prefix = channel === "whatsapp" ? "whatsapp:" : "";
  const sender: Record<string, string> = from.startsWith("MG")
    ? { MessagingServiceSid: from }
    : { From: prefix + from };
  return ({ recipient, text, approved }, signal) =>
    postMessage(
      {
        url: `${twilioAccount({ url, account })}/Messages.json`,
        headers: {
          ...twilioSignature({ account, token }),
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({
          To: prefix + recipient,
          ...sender,
          ...(approved ? contentOf(approved) : { Body: text }),
        }).toString(),
        idIn: (answer) => part(answer, "sid"),
        errorIn: (answer) => part(answer, "code"),
      },
      signal,
    );
}

/**
 * The fields for an approved template, which Twilio calls a "content". Its text and its button share one set
 * of variables, so the button's value is sent only if the text has no parameters.
 */
function contentOf({ name, parameters, button }: ApprovedTemplate): Record<string, string> {
  const texts = parameters.length || button === null ? parameters : [button];
  const variables = Object.fromEntries(texts.map((text, at) => [String(at + 1), text]));
  return { ContentSid: name, ContentVariables: JSON.stringify(variables) };
}

/**
 * Errors of WhatsApp's Cloud API about its service, its rate limits, the account or the token. Meta sends some
 * of them with HTTP 400, and asks callers to go by the number.
 */
const cloudPassing: ReadonlySet<unknown> = new Set([
  ...[1, 2, 4, 190, 80007, 130429],
  ...[131000, 131016, 131031, 131042, 131048, 131056],
]);

/**
 * Sends by WhatsApp's Cloud API: the approved template if there is one, else a text. WhatsApp delivers a text
 * only within 24 hours after the customer's last message.
 */
export function createCloudSender({ url, account, token }: By<"cloud">): MessageSender {
  return ({ recipient, text, approved }, signal) =>
    postMessage(
      {
        url: `${url}/${encodeURIComponent(account)}/messages`,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({
          messaging_product: "whatsapp",
          recipient_type: "individual",
          to: recipient.replace(/^\+/, ""),
          ...(approved
            ? { type: "template", template: cloudTemplate(approved) }
            : { type: "text", text: { preview_url: false, body: text } }),
        }),
        idIn: (answer) => part(answer, "messages", 0, "id"),
        errorIn: (answer) => part(answer, "error", "code"),
        passing: cloudPassing,
      },
      signal,
    );
}

function cloudTemplate({ name, language, parameters, button }: ApprovedTemplate) {
  const filled = (texts: readonly string[]) => texts.map((text) => ({ type: "text", text }));
  return {
    name,
    language: { code: language },
    components: [
      ...(parameters.length ? [{ type: "body", parameters: filled(parameters) }] : []),
      // WhatsApp expects the type `url` even if the button copies a code
      ...(button === null
        ? []
        : [{ type: "button", sub_type: "url", index: "0", parameters: filled([button]) }]),
    ],
  };
}

/**
 * Posts JSON to any address: `{ id, channel, to, text }`, with `template` if the provider has approved one. A
 * message that is sent again keeps its id.
 */
export function createWebhookSender(
  { url, token }: By<"webhook">,
  channel: "sms" | "whatsapp",
): MessageSender {
  return ({ id, recipient, text, approved }, signal) =>
    postMessage(
      {
        url,
        headers: {
          "content-type": "application/json",
          "idempotency-key": id,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ id, channel, to: recipient, text, template: approved }),
        idIn: (answer) => part(answer, "id"),
      },
      signal,
    );
}
