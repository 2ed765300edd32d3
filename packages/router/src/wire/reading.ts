import { z } from "zod";

/** Why a value is refused, in the words of decisions, section 2. */
export class Problem {
  readonly code: "required" | "invalid" | "invalid_choice" | "max_length";
  readonly message: string;
  constructor(code: Problem["code"], message: string) {
    this.code = code;
    this.message = message;
  }
}

/** What an OpenAPI document says of a parameter. */
export type Described = Readonly<Record<string, unknown>>;

/**
 * How one kind of parameter is read: liberal in form, strict in meaning. `In` is what clients may
 * send. It never sees an absent value.
 */
export type Reader<Out, In> = {
  readonly described: Described;
  /** It reads without the blanks around, so blanks alone are no value. */
  readonly trims?: true;
  readonly read: (value: unknown) => Out | Problem;
  /** Carries the client's type alone. */
  readonly sent?: In;
};

const missing = new Problem("required", "This field is required.");

/** `null` counts as absent, and so does an empty string. Source: decisions, sections 2, 3 and 9. */
function isAbsent(value: unknown, { trims }: Reader<unknown, unknown>): boolean {
  if (typeof value === "string") return (trims ? value.trim() : value) === "";
  return value === undefined || value === null;
}

/** A parameter that must be there. */
export function required<Out, In>(reader: Reader<Out, In>) {
  return schemaOf<Out, In>(reader, missing);
}

/** A parameter that may be left out, and then is null. */
export function optional<Out, In>(reader: Reader<Out, In>) {
  return schemaOf<Out | null, In | null>(reader, null).default(null);
}

/** A parameter that may be left out, and then has a value of its own. */
export function withDefault<Out, In>(reader: Reader<Out, In>, absent: z.util.NoUndefined<Out>) {
  return schemaOf<Out, In | null>(reader, absent).default(absent);
}

/** What clients send is theirs to get wrong: the type is for the honest, the reader for all. */
function schemaOf<Out, In>(reader: Reader<Out, unknown>, absent: Out | Problem) {
  const schema = z.unknown().transform((value, issues) => {
    const found = isAbsent(value, reader) ? absent : reader.read(value);
    if (!(found instanceof Problem)) return found;
    issues.addIssue({ code: "custom", message: found.message, params: { code: found.code } });
    return z.NEVER;
  });
  return schema.meta(reader.described) as unknown as z.ZodType<Out, In>;
}
