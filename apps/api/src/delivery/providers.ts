import type { MessageSender } from "@stampbook/core/messages";
import { part, postMessage } from "./http.ts";
import type { HttpProvider } from "./settings.ts";

type By<Provider extends HttpProvider["provider"]> = Extract<HttpProvider, { provider: Provider }>;

/** Twilio's Messages, for SMS and WhatsApp alike. */
export function createTwilioSender(
  { url, account, token, from }: By<"twilio">,
  channel: "sms" | "whatsapp",
): MessageSender {
  const prefix = channel === "whatsapp" ? "whatsapp:" : "";
  const sender: Record<string, string> = from.startsWith("MG")
    ? { MessagingServiceSid: from }
    : { From: prefix + from };
  return ({ recipient, text }, signal) =>
    postMessage(
      {
        url: `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
        headers: {
          authorization: `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({ To: prefix + recipient, ...sender, Body: text }).toString(),
        idIn: (answer) => part(answer, "sid"),
        errorIn: (answer) => part(answer, "code"),
      },
      signal,
    );
}

/** WhatsApp's Cloud API. */
export function createCloudSender({ url, account, token }: By<"cloud">): MessageSender {
  return ({ recipient, text }, signal) =>
    postMessage(
      {
        url: `${url}/${encodeURIComponent(account)}/messages`,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({
          messaging_product: "whatsapp",
          recipient_type: "individual",
          to: recipient.replace(/^\+/, ""),
          type: "text",
          text: { preview_url: false, body: text },
        }),
        idIn: (answer) => part(answer, "messages", 0, "id"),
        errorIn: (answer) => part(answer, "error", "code"),
      },
      signal,
    );
}

/** Anybody's address that takes JSON: `{ id, channel, to, text }`. The id stays when it is sent again. */
export function createWebhookSender(
  { url, token }: By<"webhook">,
  channel: "sms" | "whatsapp",
): MessageSender {
  return ({ id, recipient, text }, signal) =>
    postMessage(
      {
        url,
        headers: {
          "content-type": "application/json",
          "idempotency-key": id,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ id, channel, to: recipient, text }),
        idIn: (answer) => part(answer, "id"),
      },
      signal,
    );
}
