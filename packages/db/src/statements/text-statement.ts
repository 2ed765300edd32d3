import { type Placeholder, sql } from "drizzle-orm";
import { withoutParameters } from "../errors.ts";
import type { Db } from "../types.ts";
import { nameText } from "./names.ts";

/** A statement as SQL text, with `$1`, `$2` and so on for its parameters. The statement returns rows. */
export type TextStatement = {
  readonly name: string;
  readonly text: string;
  /** How many parameters the text has. */
  readonly parameters: number;
};

type Prepared = { execute: (values: Record<string, unknown>) => Promise<unknown> };

const prepared = new WeakMap<Db, Map<string, Prepared>>();

/**
 * Runs a statement. PostgreSQL parses and plans the statement once per connection. Returns the rows as arrays
 * of columns. Throws the database's own error, without parameters.
 */
export async function runText(
  db: Db,
  statement: TextStatement,
  values: readonly unknown[],
): Promise<readonly (readonly unknown[])[]> {
  const known = prepared.get(db) ?? new Map<string, Prepared>();
  prepared.set(db, known);
  const query = known.get(statement.name) ?? prepare(db, statement);
  known.set(statement.name, query);
  try {
    return (await query.execute({ ...values })) as unknown[][];
  } catch (error) {
    throw withoutParameters(error);
  }
}

function prepare(db: Db, { name, text, parameters }: TextStatement): Prepared {
  const params = Array.from(
    { length: parameters },
    (_, index): Placeholder => sql.placeholder(String(index)),
  );
  const rows = (found: unknown[][]) => found;
  const query = { sql: nameText(text, name), params };
  return db._.session.prepareQuery(query, undefined, name, false, rows);
}
