import { z } from "zod";

/** The reason why a value is refused, for the error body (decisions, section 2). */
export class Problem {
  readonly code: "required" | "invalid" | "invalid_choice" | "max_length";
  readonly message: string;
  constructor(code: Problem["code"], message: string) {
    this.code = code;
    this.message = message;
  }
}

/** A parameter's description in an OpenAPI document. */
export type Described = Readonly<Record<string, unknown>>;

/**
 * Reads one kind of parameter: accepts several notations of a value, and refuses other values. `In` is the
 * type that clients may send. `read` never gets an absent value.
 */
export type Reader<Out, In> = {
  readonly described: Described;
  /** Whether the reader trims blanks. Blanks alone then count as absent. */
  readonly trims?: true;
  /** Whether empty text is a value, which takes away what a field has. */
  readonly keepsEmpty?: true;
  readonly read: (value: unknown) => Out | Problem;
  /** Only carries the type `In`, and has no value. */
  readonly sent?: In;
};

/** The reader with a description in documents. */
export function described<Out, In>(description: string, reader: Reader<Out, In>): Reader<Out, In> {
  return { ...reader, described: { ...reader.described, description } };
}

/** The reader with a name and a description in documents, which then have its schema once. */
export function named<Out, In>(
  id: string,
  description: string,
  reader: Reader<Out, In>,
): Reader<Out, In> {
  return { ...reader, described: { ...reader.described, id, description } };
}

const missing = new Problem("required", "This field is required.");

/** `null` counts as absent, and so does an empty string, unless it is a value. Decisions, section 3. */
function isAbsent(value: unknown, { trims, keepsEmpty }: Reader<unknown, unknown>): boolean {
  if (typeof value === "string") return !keepsEmpty && (trims ? value.trim() : value) === "";
  return value === undefined || value === null;
}

/** A required parameter. */
export function required<Out, In>(reader: Reader<Out, In>) {
  return schemaOf<Out, In>(reader, missing);
}

/** An optional parameter, null if it is absent. */
export function optional<Out, In>(reader: Reader<Out, In>) {
  return schemaOf<Out | null, In | null>(reader, null).default(null);
}

/** An optional parameter with a default value. */
export function withDefault<Out, In>(reader: Reader<Out, In>, absent: z.util.NoUndefined<Out>) {
  return schemaOf<Out, In | null>(reader, absent).default(absent);
}

/** Makes a schema from a reader. Its input type is for clients; the reader checks what they really send. */
function schemaOf<Out, In>(reader: Reader<Out, unknown>, absent: Out | Problem) {
  const schema = z.unknown().transform((value, issues) => {
    const found = isAbsent(value, reader) ? absent : reader.read(value);
    if (!(found instanceof Problem)) return found;
    issues.addIssue({ code: "custom", message: found.message, params: { code: found.code } });
    return z.NEVER;
  });
  return schema.meta(reader.described) as unknown as z.ZodType<Out, In>;
}
