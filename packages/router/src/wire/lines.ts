import { z } from "zod";
import { Problem, required } from "./reading.ts";

const listExpected = new Problem("invalid", "A list is expected.");
const missing = new Problem("required", "This field is required.");

/** A list of at least one line, each an object. */
export function lines<Line extends z.ZodObject>(line: Line, most: number) {
  const { $schema: _, ...items } = z.toJSONSchema(line, { io: "input", unrepresentable: "any" });
  const tooMany = new Problem("max_length", `At most ${most} lines are allowed.`);
  return required<unknown[], z.input<Line>[]>({
    described: { type: "array", minItems: 1, maxItems: most, items },
    read: (value) => {
      if (!Array.isArray(value)) return listExpected;
      if (!value.length) return missing;
      return value.length > most ? tooMany : value;
    },
  }).pipe(z.array(line));
}
