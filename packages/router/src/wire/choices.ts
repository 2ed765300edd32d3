import { type NumberSent, stringExpected, toInteger } from "./fields.ts";
import { Problem, type Reader } from "./reading.ts";

/** One of several words. */
export function choice<const Word extends string>(words: readonly Word[]): Reader<Word, Word> {
  const expected = new Problem("invalid_choice", `One of ${words.join(", ")} is expected.`);
  return {
    described: { type: "string", enum: words },
    trims: true,
    read: (value) => {
      if (typeof value !== "string") return stringExpected;
      return words.find((word) => word === value.trim()) ?? expected;
    },
  };
}

/**
 * One of several numbered choices, as a JSON number or a numeric string.
 *
 * @param names the choices, by their numbers
 * @param otherwise the refusal's text for a value that is neither a number nor a string
 */
export function numberedChoice(
  names: Readonly<Record<number, string>>,
  otherwise: string,
): Reader<number, NumberSent> {
  const named = Object.entries(names).map(([number, name]) => `${number} (${name})`);
  const unknown = new Problem("invalid_choice", `One of ${named.join(", ")} is expected.`);
  const numberExpected = new Problem("invalid", otherwise);
  return {
    described: { type: "integer", enum: Object.keys(names).map(Number) },
    trims: true,
    read: (value) => {
      const number = toInteger(value);
      if (number !== null && names[number] !== undefined) return number;
      return typeof value === "string" || Number.isFinite(value) ? unknown : numberExpected;
    },
  };
}
