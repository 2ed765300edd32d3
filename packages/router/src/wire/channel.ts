import { channelNames } from "@stampbook/core/vouchers";
import { numberedChoice } from "./choices.ts";
import { named, type Reader } from "./reading.ts";

const list = Object.entries(channelNames).map(([number, name]) => `${number} ${name}`);

/** The channels with their numbers. */
export const channelsInWords = `${list.join(", ")}`;

/** The description of a filter by channels. */
export const ofChannels = "Only those of these channels.";

/** The number of a channel. */
export const channel: Reader<number, number | string> = named(
  "Channel",
  `How the customer bought: ${channelsInWords}. The number may be a text.`,
  numberedChoice(channelNames, "A channel's number is expected."),
);
