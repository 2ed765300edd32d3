import { z } from "zod";
import { COMPONENT, jsonSchemaOf } from "./json-schema.ts";
import { optional, Problem, type Reader, required, withDefault } from "./reading.ts";
import { isAbsent } from "./sent.ts";

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

/**
 * A value that a query may repeat, as a list. Absent values are skipped, and a single value is a list of one.
 */
export function repeated<Out, In>(reader: Reader<Out, In>, most: number): Reader<Out[], In | In[]> {
  const tooMany = new Problem("max_length", `At most ${most} values are allowed.`);
  return {
    described: { type: "array", maxItems: most, items: itemOf(reader) },
    trims: true,
    read: (value) => {
      const sent = (Array.isArray(value) ? value : [value]).filter((each) => !isAbsent(each));
      if (sent.length > most) return tooMany;
      const read = sent.map(reader.read);
      return read.find((each) => each instanceof Problem) ?? (read as Out[]);
    },
  };
}

/** The schema of a value that is repeated. The list has a description of its own. */
function itemOf({ described: { id, description, ...content } }: Reader<unknown, unknown>) {
  return id ? { ...content, description, [COMPONENT]: { id, description } } : content;
}

/** The values of a filter that may be repeated; null if there are none, because then it filters nothing. */
export const noneIfEmpty = <Value>(values: readonly Value[] | null) =>
  values?.length ? values : null;

const objectExpected = new Problem("invalid", "An object is expected.");

/** An object with its own parameters; null if it is absent. */
export function optionalPart<Part extends z.ZodObject>(part: Part) {
  const reader: Reader<object, z.input<Part>> = {
    described: jsonSchemaOf(part, "input"),
    read: (value) =>
      typeof value === "object" && !Array.isArray(value) && value ? value : objectExpected,
  };
  return optional(reader).pipe(part.nullable());
}

function listOf<Line extends z.ZodObject>(
  line: Line,
  { least, most }: { readonly least: 0 | 1; readonly most: number },
): Reader<unknown[], z.input<Line>[]> {
  const items = jsonSchemaOf(line, "input");
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
