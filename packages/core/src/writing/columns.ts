/** PostgreSQL types of columns, and what a call sends for them. */
type Values = {
  readonly bigint: number;
  readonly int: number;
  readonly text: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` or `HH:MM:SS` */
  readonly time: string;
  readonly boolean: boolean;
  /** A decimal, which the database keeps exactly. */
  readonly numeric: string;
  readonly "bigint[]": readonly number[];
  /** Any JSON value; the database keeps its text as it was sent. */
  readonly json: unknown;
};

type TypeName = keyof Values;

/** A column's type; `| null` where a call may have no value for it. */
export type ColumnType = TypeName | `${TypeName} | null`;

/** Column types by name, in camelCase. */
export type ColumnTypes = Readonly<Record<string, ColumnType>>;

/** A call with a value for each column. A missing value does not compile. */
export type CallOf<Types extends ColumnTypes> = {
  readonly [Name in keyof Types]: Types[Name] extends `${infer Base extends TypeName} | null`
    ? Values[Base] | null
    : Types[Name] extends TypeName
      ? Values[Types[Name]]
      : never;
};

/** The columns of a statement's calls. */
export type Columns<Call> = {
  /** For `json_to_recordset(…) as c(…)`: names in snake_case, with their types. `n` comes first. */
  readonly list: string;
  /** The calls as JSON; `n` is a call's index. */
  readonly encode: (calls: readonly Call[]) => string;
  /** How many columns there are, without `n`. */
  readonly count: number;
  /** Select list that reads one call from parameters, from `$first` on. */
  readonly parameters: (first: number) => string;
  /** The values of these parameters. */
  readonly valuesOf: (call: Call) => readonly unknown[];
};

/** Makes the columns of a statement's calls from their types. */
export function columnsOf<const Types extends ColumnTypes>(types: Types): Columns<CallOf<Types>> {
  const columns = Object.entries(types).map(([name, type]) => ({
    name,
    column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    type: type.replace(" | null", "") as TypeName,
  }));
  return {
    list: ["n int", ...columns.map(({ column, type }) => `${column} ${type}`)].join(", "),
    encode: (calls) =>
      JSON.stringify(
        calls.map((call, n) => {
          const row: Record<string, unknown> = { n };
          // leaves out nulls, because the database takes a missing column for null
          for (const { name, column } of columns) if (call[name] !== null) row[column] = call[name];
          return row;
        }),
      ),
    count: columns.length,
    parameters: (first) =>
      columns
        .map(({ column, type }, index) => `$${first + index}::${sentAs[type]} as ${column}`)
        .join(", "),
    valuesOf: (call) => columns.map(({ name, type }) => toParameter(type, call[name])),
  };
}

/** Dates, times, decimals, arrays and JSON are sent as text, which both drivers leave as it is. */
const sentAs: Readonly<Record<TypeName, string>> = {
  bigint: "bigint",
  int: "int",
  text: "text",
  date: "text::date",
  time: "text::time",
  boolean: "boolean",
  numeric: "text::numeric",
  "bigint[]": "text::bigint[]",
  json: "json",
};

function toParameter(type: TypeName, value: unknown): unknown {
  if (value === null) return null;
  if (type === "bigint[]") return `{${(value as readonly number[]).join(",")}}`;
  return type === "json" ? JSON.stringify(value) : value;
}
