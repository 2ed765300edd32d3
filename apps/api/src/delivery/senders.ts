import type { MessageSender, MessageSenders } from "@stampbook/core/messages";
import { createEmailSender } from "./email.ts";
import { createCloudSender, createTwilioSender, createWebhookSender } from "./providers.ts";
import type { DeliverySettings, HttpProvider } from "./settings.ts";

/** Returns a sender for each channel that the settings set up. */
export function createSenders({ email, sms, whatsapp }: DeliverySettings): MessageSenders {
  return {
    ...(email && { email: createEmailSender(email) }),
    ...(sms && { sms: createHttpSender(sms, "sms") }),
    ...(whatsapp && { whatsapp: createHttpSender(whatsapp, "whatsapp") }),
  };
}

function createHttpSender(provider: HttpProvider, channel: "sms" | "whatsapp"): MessageSender {
  switch (provider.provider) {
    case "twilio":
      return createTwilioSender(provider, channel);
    case "cloud":
      return createCloudSender(provider);
    case "webhook":
      return createWebhookSender(provider, channel);
  }
}
