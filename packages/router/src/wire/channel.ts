import { toInteger } from "./fields.ts";
import { Problem, type Reader } from "./reading.ts";

/** Where a transaction happens. Source: decisions, section 3. */
export const channels: Readonly<Record<number, string>> = {
  1: "Mobile App",
  2: "POS",
  3: "Kiosk",
  4: "Web",
  5: "Android",
  6: "iOS",
  7: "Call Center",
  8: "GrabFood",
  9: "GoFood",
};

const named = Object.entries(channels).map(([code, name]) => `${code} (${name})`);
const unknown = new Problem("invalid_choice", `One of ${named.join(", ")} is expected.`);
const numberExpected = new Problem("invalid", "A channel's number is expected.");

/** The number of a channel. */
export const channel: Reader<number, number | string> = {
  described: { type: ["integer", "string"], enum: Object.keys(channels).map(Number) },
  read: (value) => {
    const number = toInteger(value);
    if (number === null) return numberExpected;
    return channels[number] === undefined ? unknown : number;
  },
};
