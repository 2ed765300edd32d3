import { type SQL, sql } from "drizzle-orm";

/**
 * Converts SQL text to a part of a statement. The values replace `$1` to `$9`. Throws a TypeError if a value
 * is missing.
 */
export function asPart(text: string, ...values: readonly SQL[]): SQL {
  const pieces = text.split(/(\$[1-9])/).map((piece, index) => {
    if (index % 2 === 0) return sql.raw(piece);
    const value = values[Number(piece.slice(1)) - 1];
    if (!value) throw new TypeError(`${piece} has no value`);
    return value;
  });
  return sql.join(pieces);
}
