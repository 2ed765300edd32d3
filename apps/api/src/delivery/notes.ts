import type { Channel } from "@stampbook/core/messages";
import type { FastifyBaseLogger } from "fastify";
import type { DeliveryNotes } from "./dispatcher.ts";

const variable: Record<Channel, string> = {
  email: "SMTP_URL",
  sms: "SMS_PROVIDER",
  whatsapp: "WHATSAPP_PROVIDER",
};

/** Returns callbacks that log the numbers and channels of messages, never a message's text. */
export function deliveryNotes(log: Pick<FastifyBaseLogger, "warn">): DeliveryNotes {
  return {
    onError: (error, channel) => log.warn(error, `messages by ${channel} could not be looked at`),
    onTrouble: ({ sent, putOff, dead }, channel) =>
      log.warn({ channel, sent, putOff, dead }, "not every message was sent"),
    onUnsendable: (waiting, channel) =>
      log.warn(
        `${waiting} message(s) by ${channel} wait in the outbox: without ${variable[channel]} nothing sends them`,
      ),
  };
}
