import { isDay, withSeconds } from "@stampbook/core/limits";
import { Problem, type Reader } from "../reading.ts";

const expected = new Problem(
  "invalid",
  "A time in ISO 8601 with an offset is expected, such as 2026-03-15T12:30:00+07:00.",
);
const form =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?(Z|[+-]\d{2}(?::?\d{2})?)$/i;

/**
 * A moment, as ISO text in UTC with milliseconds. Accepts any number of fraction digits, and the offsets `Z`,
 * `+07`, `+07:00` and `+0700`. Interface 2, section 1.
 */
export const moment: Reader<string, string> = {
  described: { type: "string", format: "date-time" },
  trims: true,
  read: (value) => {
    const [, day = "", time = "", fraction = "0", zone = ""] =
      (typeof value === "string" && form.exec(value.trim())) || [];
    if (!isDay(day)) return expected;
    const milliseconds = fraction.padEnd(3, "0").slice(0, 3);
    const parsed = Date.parse(`${day}T${withSeconds(time)}.${milliseconds}${offsetOf(zone)}`);
    return Number.isNaN(parsed) ? expected : new Date(parsed).toISOString();
  },
};

/** An offset as JavaScript reads it: `Z` or `+07:00`. */
function offsetOf(zone: string): string {
  if (zone.toUpperCase() === "Z") return "Z";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
