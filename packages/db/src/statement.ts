import { type SQL, sql } from "drizzle-orm";
import { text } from "drizzle-orm/pg-core";
import { withoutParameters } from "./errors.ts";
import type { Db } from "./types.ts";

/**
 * A statement that is parsed and planned once a connection: named arms (its CTEs, in order) and one
 * JSON document as its answer, `null` where it has none. Parameters are `sql.placeholder(name)`.
 */
export type Statement<Doc> = {
  readonly name: string;
  readonly arms: Readonly<Record<string, SQL>>;
  readonly answer: SQL;
  /** Carries the document's type alone. */
  readonly doc?: Doc;
};

type Prepared = { execute: (values: Record<string, unknown>) => Promise<{ doc: unknown }[]> };

const prepared = new WeakMap<Db, Map<string, Prepared>>();

/** Names a statement; its answer is an expression over the arms, or a scalar subquery. */
export function statement<Doc>(
  name: string,
  arms: Readonly<Record<string, SQL>>,
  answer: SQL,
): Statement<Doc> {
  return { name, arms, answer };
}

/**
 * Runs a statement, building it on its first use with this database. Throws `GuardRefused` where a
 * guard in it says no, else the database's own error, never with parameters.
 */
export async function run<Doc>(
  db: Db,
  of: Statement<Doc>,
  values: Record<string, unknown>,
): Promise<Doc> {
  const known = prepared.get(db) ?? new Map<string, Prepared>();
  prepared.set(db, known);
  const query = known.get(of.name) ?? build(db, of);
  known.set(of.name, query);
  try {
    const [row] = await query.execute(values);
    return (row?.doc ?? null) as Doc;
  } catch (error) {
    throw withoutParameters(error);
  }
}

function build(db: Db, of: Statement<unknown>): Prepared {
  const arms = Object.entries(of.arms).map(([name, body]) =>
    db.$with(name, { any: text() as never }).as(body),
  );
  return db
    .with(...arms)
    .select({ doc: sql`${of.answer}`.as("doc") })
    .from(sql`(select 1) as one`)
    .prepare(of.name);
}
