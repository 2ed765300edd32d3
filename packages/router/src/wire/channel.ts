import { channelNames } from "@stampbook/core/vouchers";
import { numberedChoice } from "./fields.ts";
import type { Reader } from "./reading.ts";

/** The number of a channel. */
export const channel: Reader<number, number | string> = numberedChoice(
  channelNames,
  "A channel's number is expected.",
);
