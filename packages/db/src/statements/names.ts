import type { EndedWork } from "../pool/gate.ts";
import type { EndedStatement } from "../types.ts";

/** The names of prepared statements by their text, because the pool sees only the text. */
const names = new Map<string, string>();

/**
 * Returns the text with the statement's name in a comment, and notes whose text it is. The comment follows the
 * first word, because newer versions of pg_stat_statements drop a comment before it.
 */
export function nameText(text: string, name: string): string {
  const named = text.replace(/^\w+/, (word) => `${word} /* ${name} */`);
  names.set(named, name);
  return named;
}

/** Describes ended work of the pool. `kind` is as in `gated.ts`. */
export function asStatement({ kind, error, ...times }: EndedWork): EndedStatement {
  const isTransaction = kind.startsWith("transaction ");
  const statement = names.get(kind) ?? (isTransaction ? "transaction" : "other");
  if (error === undefined) return { statement, ...times };
  return { statement, ...times, code: codeOf(error) };
}

/** The code of an error that the database or its driver reported, such as a SQLSTATE. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ("code" in at && /^[A-Z0-9_]{5,40}$/.test(String(at.code))) return String(at.code);
  return "unknown";
}
