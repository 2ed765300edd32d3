import { is, Placeholder, type Query, type SQL, sql } from "drizzle-orm";
import { text } from "drizzle-orm/pg-core";
import { MissingRow, withoutParameters } from "../errors.ts";
import type { Db } from "../types.ts";
import { nameText } from "./names.ts";

/**
 * A statement that PostgreSQL parses and plans once per connection. The arms are its CTEs by name, in order.
 * The statement returns one JSON document, which may be `null`. Parameters are `sql.placeholder(name)`.
 */
export type Statement<Doc, Input = Readonly<Record<string, unknown>>> = {
  readonly name: string;
  readonly arms: Readonly<Record<string, SQL>>;
  readonly answer: SQL;
  /** Whether a standby should run it, if there is one. It only reads. */
  readonly isHeavy?: boolean;
  /** Never set. Carries the document's type for the compiler. */
  readonly doc?: Doc;
  /** Never set. Carries the type of the parameters for the compiler. */
  readonly input?: (values: Input) => void;
};

type Prepared = { execute: (values: Record<string, unknown>) => Promise<unknown> };

/** Runs a heavy read elsewhere. Resolves with null if this database has to run it. */
export type Reader = <Doc, Input>(
  definition: Statement<Doc, Input>,
  values: NoInfer<Input>,
) => Promise<{ readonly document: Doc } | null>;

const prepared = new WeakMap<Db, Map<string, Prepared>>();
const texts = new WeakMap<Statement<unknown, never>, Query>();
const readers = new WeakMap<Db, Reader>();

/** Makes `run` offer the heavy reads of a database to this reader first. */
export function setReader(db: Db, reader: Reader): void {
  readers.set(db, reader);
}

/** Marks a statement that only reads, and much: a list, the overview, a file. */
export function heavy<Doc, Input>(definition: Statement<Doc, Input>): Statement<Doc, Input> {
  return { ...definition, isHeavy: true };
}

/** Defines a statement. `answer` is its result: an expression over the arms, or a scalar subquery. */
export function statement<Doc, Input = Readonly<Record<string, unknown>>>(
  name: string,
  arms: Readonly<Record<string, SQL>>,
  answer: SQL,
): Statement<Doc, Input> {
  return { name, arms, answer };
}

/**
 * Runs a statement, and builds it on its first use with this database. Throws `GuardRefused` if a guard in
 * the statement fails. Throws `MissingRow` if the answer has no row. Throws any other error of the
 * database without its parameters.
 */
export async function run<Doc, Input>(
  db: Db,
  definition: Statement<Doc, Input>,
  values: NoInfer<Input>,
): Promise<Doc> {
  const elsewhere = definition.isHeavy ? await readers.get(db)?.(definition, values) : null;
  if (elsewhere) return elsewhere.document;
  const known = prepared.get(db) ?? new Map<string, Prepared>();
  prepared.set(db, known);
  const query = known.get(definition.name) ?? build(db, definition);
  known.set(definition.name, query);
  try {
    return (await query.execute(values as Readonly<Record<string, unknown>>)) as Doc;
  } catch (error) {
    throw withoutParameters(error);
  }
}

function build<Input>(db: Db, definition: Statement<unknown, Input>): Prepared {
  const text = texts.get(definition) ?? textOf(db, definition);
  texts.set(definition, text);
  const docOf = ([row]: unknown[][]) => {
    if (!row) throw new MissingRow(definition.name);
    return row[0] ?? null;
  };
  return db._.session.prepareQuery(text, undefined, definition.name, false, docOf);
}

function textOf<Input>(db: Db, definition: Statement<unknown, Input>): Query {
  const arms = Object.entries(definition.arms).map(([name, body]) =>
    db.$with(name, { any: text() as never }).as(body),
  );
  const query = db
    .with(...arms)
    .select({ doc: sql`${definition.answer}`.as("doc") })
    .from(sql`(select 1) as one`)
    .toSQL();
  const shared = shareParameters(query);
  return { ...shared, sql: nameText(shared.sql, definition.name) };
}

/**
 * Merges all placeholders of one name into one parameter, because every parameter of a message costs time.
 */
function shareParameters({ sql: text, params }: Query): Query {
  const shared: unknown[] = [];
  const numbers = params.map((param) => {
    const at = is(param, Placeholder)
      ? shared.findIndex((each) => is(each, Placeholder) && each.name === param.name)
      : -1;
    return at < 0 ? shared.push(param) : at + 1;
  });
  return {
    sql: text.replace(/\$(\d+)/g, (_, number: string) => `$${numbers[Number(number) - 1]}`),
    params: shared,
  };
}
