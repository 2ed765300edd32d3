import { once } from "node:events";
import { channels } from "@stampbook/core/messages";
import { fastify } from "fastify";
import { startDelivery } from "../delivery/dispatcher.ts";
import { deliveryNotes } from "../delivery/notes.ts";
import { createSenders } from "../delivery/senders.ts";
import { logging } from "../logging.ts";
import { readArguments } from "./arguments.ts";
import { type Command, withDatabase } from "./command.ts";
import { Refused } from "./usage.ts";

/** `deliver`: sends queued messages until it is stopped. Several processes can share the work. */
export const deliverCommand: Command = async (args, { env, out, err }) => {
  readArguments("deliver", args);
  const settings = env();
  const senders = createSenders(settings.delivery);
  const served = channels.filter((channel) => senders[channel]);
  if (!served.length) throw new Refused(nothingSetUp);
  const { log } = fastify({
    logger: logging({ level: settings.logLevel, stream: err }, ({ ip }) => ip),
  });
  await withDatabase(settings, { err }, async (core) => {
    const stopped = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    const delivery = startDelivery(core, senders, deliveryNotes(log));
    out.write(`Sending by ${served.join(", ")}; Ctrl+C stops it.\n`);
    await stopped;
    await delivery.stop();
  });
  return 0;
};

const nothingSetUp =
  "Nothing is set up to send with: set SMTP_URL and MAIL_FROM, SMS_PROVIDER or WHATSAPP_PROVIDER.";
