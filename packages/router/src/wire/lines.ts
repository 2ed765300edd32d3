import { z } from "zod";
import { optional, Problem, type Reader, required, withDefault } from "./reading.ts";

const listExpected = new Problem("invalid", "A list is expected.");
const missing = new Problem("required", "This field is required.");

/** A list of at least one line, each an object. */
export function lines<Line extends z.ZodObject>(line: Line, most: number) {
  return required(listOf(line, { least: 1, most })).pipe(z.array(line));
}

/** A list of lines, each an object; empty if it is absent. */
export function optionalLines<Line extends z.ZodObject>(line: Line, most: number) {
  return withDefault(listOf(line, { least: 0, most }), []).pipe(z.array(line));
}

const objectExpected = new Problem("invalid", "An object is expected.");

/** An object with its own parameters; null if it is absent. */
export function optionalPart<Part extends z.ZodObject>(part: Part) {
  const { $schema: _, ...described } = z.toJSONSchema(part, {
    io: "input",
    unrepresentable: "any",
  });
  const reader: Reader<object, z.input<Part>> = {
    described,
    read: (value) =>
      typeof value === "object" && !Array.isArray(value) && value ? value : objectExpected,
  };
  return optional(reader).pipe(part.nullable());
}

function listOf<Line extends z.ZodObject>(
  line: Line,
  { least, most }: { readonly least: 0 | 1; readonly most: number },
): Reader<unknown[], z.input<Line>[]> {
  const { $schema: _, ...items } = z.toJSONSchema(line, { io: "input", unrepresentable: "any" });
  const tooMany = new Problem("max_length", `At most ${most} lines are allowed.`);
  return {
    described: { type: "array", minItems: least, maxItems: most, items },
    read: (value) => {
      if (!Array.isArray(value)) return listExpected;
      if (value.length < least) return missing;
      return value.length > most ? tooMany : value;
    },
  };
}
