import { isDay } from "@stampbook/core/limits";
import { Problem, type Reader } from "../reading.ts";

const expected = new Problem("invalid", "A date YYYY-MM-DD is expected.");

/** A calendar day, `YYYY-MM-DD`. */
export const day: Reader<string, string> = {
  described: { type: "string", format: "date" },
  trims: true,
  read: (value) => (typeof value === "string" && isDay(value.trim()) ? value.trim() : expected),
};
