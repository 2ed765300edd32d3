import type { EndedStatement } from "../types.ts";

/** The names of prepared statements by their text, because the pool sees only the text. */
const names = new Map<string, string>();

/** Notes that a text is the statement of this name. */
export function nameText(text: string, name: string): void {
  names.set(text, name);
}

/** Describes ended work of the pool. `kind` is as in `gated.ts`. */
export function asStatement(kind: string, ms: number, error: unknown): EndedStatement {
  const isTransaction = kind.startsWith("transaction ");
  const statement = names.get(kind) ?? (isTransaction ? "transaction" : "other");
  if (error === undefined) return { statement, ms };
  return { statement, ms, code: codeOf(error) };
}

/** The code of an error that the database or its driver reported, such as a SQLSTATE. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ("code" in at && /^[A-Z0-9_]{5,40}$/.test(String(at.code))) return String(at.code);
  return "unknown";
}
