import { channelNames } from "@stampbook/core/vouchers";
import { toInteger } from "./fields.ts";
import { Problem, type Reader } from "./reading.ts";

const named = Object.entries(channelNames).map(([code, name]) => `${code} (${name})`);
const unknown = new Problem("invalid_choice", `One of ${named.join(", ")} is expected.`);
const numberExpected = new Problem("invalid", "A channel's number is expected.");

const numbers = Object.keys(channelNames);

/** The number of a channel. */
export const channel: Reader<number, number | string> = {
  described: { type: ["integer", "string"], enum: [...numbers.map(Number), ...numbers] },
  trims: true,
  read: (value) => {
    const number = toInteger(value);
    if (number !== null && channelNames[number] !== undefined) return number;
    return typeof value === "string" || Number.isFinite(value) ? unknown : numberExpected;
  },
};
