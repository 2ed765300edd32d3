/** The PostgreSQL types of columns, each with the type of the values that a call sends. */
type Values = {
  readonly bigint: number;
  readonly int: number;
  readonly text: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` or `HH:MM:SS` */
  readonly time: string;
  readonly boolean: boolean;
  /** A decimal as text, so that no digit is lost. */
  readonly numeric: string;
  readonly "bigint[]": readonly number[];
  /** Any JSON value. PostgreSQL's type `json` keeps the text as it was sent. */
  readonly json: unknown;
};

type TypeName = keyof Values;

/** A column's type. It ends in ` | null` if a call may have null for the column. */
type ColumnType = TypeName | `${TypeName} | null`;

/** Column types, keyed by the columns' names in camelCase. */
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
  /** The column list of `json_to_recordset(…) as c(…)`: `n int`, then names in snake_case with types. */
  readonly list: string;
  /** Returns the calls as a JSON array. `n` is a call's index, from 0. */
  readonly encode: (calls: readonly Call[]) => string;
  /** The number of columns, without `n`. */
  readonly count: number;
  /** Returns the select list that reads a single call from parameters: `$first` and those after it. */
  readonly parameters: (first: number) => string;
  /** Returns a call's values for the parameters in `parameters`, in the same order. */
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
          // leaves out nulls, because `json_to_recordset` returns null for a missing key
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

/** The casts of parameters. Dates, times, decimals and arrays are sent as text, which no driver converts. */
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
