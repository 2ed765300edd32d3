/** What a statement of a migration does to calls on a table, or on an index's table. */
export type Effect = {
  /** The table; the index for `drop index`; null if the statement cannot be read. */
  readonly relation: string | null;
  /** What waits until the statement's transaction ends. */
  readonly stops: "nothing" | "writes" | "everything";
  /** Whether it takes longer the larger the table is. */
  readonly isLong: boolean;
};

/** A default that is stored once for all rows, so that no row is written. */
const CONSTANT = String.raw`('([^']|'')*'|-?[\d.]+|true|false|null|now\(\))(::[\w[\]]+)?`;

type Rule = readonly [form: string, stops: Effect["stops"], isLong: boolean];

/**
 * The forms of statements, in order: the first that fits decides. The first group of a form is the relation.
 * Strengths of locks: https://www.postgresql.org/docs/current/sql-altertable.html and
 * https://www.postgresql.org/docs/current/explicit-locking.html
 */
const rules: readonly Rule[] = [
  [String.raw`create (?:unique )?index concurrently .*? on (?:only )?(\w+)`, "nothing", true],
  [String.raw`create (?:unique )?index .*? on (?:only )?(\w+)`, "writes", true],
  [String.raw`drop index concurrently (?:if exists )?(\w+)`, "nothing", false],
  [String.raw`drop index (?:if exists )?(\w+)`, "everything", false],
  [String.raw`alter table (\w+) validate constraint`, "nothing", true],
  [
    String.raw`alter table (\w+) add constraint .*(?: not valid| using index .*)$`,
    "everything",
    false,
  ],
  [String.raw`alter table (\w+) add constraint`, "everything", true],
  [
    String.raw`alter table (\w+) add column (?:if not exists )?\w+ (?!\w*serial|.* (?:references|generated) )(?:(?! default )[^'])*(?: default ${CONSTANT})?(?: not null)?$`,
    ...(["everything", false] as const),
  ],
  [String.raw`alter table (\w+) add column`, "everything", true],
  [
    String.raw`alter table (\w+) alter column \w+ (?:set data type|type|set not null)`,
    "everything",
    true,
  ],
  [
    String.raw`alter table (\w+) (?:alter column \w+ (?:set|drop)|drop|rename|set) `,
    "everything",
    false,
  ],
  [String.raw`(?:update|delete from) (?:only )?(\w+)`, "writes", true],
  [String.raw`analyze (\w+)`, "nothing", true],
];

/** Statements that touch no existing table's rows. */
const harmless =
  /^(create (or replace )?(table|function|type|schema|sequence|view|aggregate)|drop (function|type|view|aggregate)|comment on|insert into \w+ (\(.*?\) )?values|alter (type|function))\b/;

/**
 * Returns the effect of a statement on an existing table; null if it has none. A statement that it cannot
 * read, such as a `do` block, stops everything for long.
 */
export function effectOf(statement: string): Effect | null {
  const text = plainText(statement);
  for (const [form, stops, isLong] of rules) {
    const relation = new RegExp(`^${form}`).exec(text)?.[1];
    if (relation) return { relation, stops, isLong };
  }
  if (text === "" || harmless.test(text)) return null;
  return { relation: null, stops: "everything", isLong: true };
}

/** The name of the table that a statement creates, if it does. */
export function createdBy(statement: string): string | undefined {
  return /^create table (?:if not exists )?(\w+)/.exec(plainText(statement))?.[1];
}

/** A statement without comments and quotation marks of names, in lower case, with single blanks. */
export function plainText(statement: string): string {
  return statement
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/"(\w+)"/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/;$/, "")
    .toLowerCase();
}
