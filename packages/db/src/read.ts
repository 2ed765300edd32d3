import {
  and,
  Column,
  eq,
  type GetColumnData,
  getTableName,
  is,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { type PgColumn, type PgTable, QueryBuilder } from "drizzle-orm/pg-core";
import { casing } from "./casing.ts";
import { merchants } from "./schema/merchants.ts";
import { heavy, type Statement, statement } from "./statements/statement.ts";

/** Makes a placeholder for a parameter of a read. A name that `Input` lacks does not compile. */
export type Parameters<Input> = {
  <Name extends keyof Input & string>(name: Name): Placeholder<Name, Input[Name]>;
  /** Never set. Carries the type for the compiler. */
  readonly input?: Input;
};

/** Columns and expressions, by their names in the JSON document. */
export type Fields = Readonly<Record<string, Column | SQL>>;

/** The JSON document with these fields. Moments are ISO text, amounts are decimals as text. */
export type DocumentOf<F extends Fields> = {
  readonly [Name in keyof F]: FieldOf<F[Name]>;
};

type FieldOf<F> = F extends Column ? GetColumnData<F> : F extends SQL<infer Value> ? Value : never;

/** A table whose rows each belong to a merchant, or `merchants` itself. */
type MerchantTable = (PgTable & { readonly merchantId: PgColumn }) | typeof merchants;

/** `staff_users`, or a table of records that belong to persons. A person may work for several merchants. */
export type PersonTable = PgTable & { readonly merchantId?: never };

type Selection = {
  readonly where: readonly (SQL | undefined)[];
  readonly orderBy?: readonly SQL[];
  /** The most rows to read, before any join. */
  readonly limit?: SQL;
};

type Join = {
  readonly table: MerchantTable | PersonTable;
  readonly on: SQL | undefined;
  readonly isLeft: boolean;
};

const builder = new QueryBuilder({ casing });

/**
 * Defines a statement that only reads, with drizzle's query builder. The statement returns one JSON document.
 * Its parameters are those of `Input`, and `merchantId` for the conditions that `rowsOf` adds.
 */
export function read<Input, Document>(
  name: string,
  document: (p: Parameters<Input>) => SQL<Document>,
): Statement<Document, Input & { readonly merchantId: number }> {
  const p = ((parameter: string) => sql.placeholder(parameter)) as Parameters<Input>;
  return statement(name, {}, document(p));
}

/** A `read` of many rows, which a standby runs if there is one. */
export function heavyRead<Input, Document>(
  name: string,
  document: (p: Parameters<Input>) => SQL<Document>,
): Statement<Document, Input & { readonly merchantId: number }> {
  return heavy(read(name, document));
}

/** Selects the merchant's rows of a table for a document. Adds the condition on `merchantId`. */
export function rowsOf(table: MerchantTable, selection: Selection): Rows {
  return new Rows(table, selection, []);
}

/**
 * Selects rows of `staff_users`, or of a table of persons' records. These rows belong to no merchant. Adds no
 * condition, so `where` must name the person.
 */
export function rowsOfPersons(table: PersonTable, selection: Selection): Rows {
  return new Rows(table, selection, []);
}

/**
 * The selected rows of a table and its joined tables. The parameter `merchantId` limits each table to the
 * merchant's rows, except tables of persons.
 */
export class Rows {
  readonly #table: MerchantTable | PersonTable;
  readonly #selection: Selection;
  readonly #joins: readonly Join[];

  constructor(table: MerchantTable | PersonTable, selection: Selection, joins: readonly Join[]) {
    this.#table = table;
    this.#selection = selection;
    this.#joins = joins;
  }

  /** Joins the merchant's rows of a table, or a table of persons. Rows without a match are left out. */
  join(table: MerchantTable | PersonTable, on: SQL | undefined): Rows {
    return new Rows(this.#table, this.#selection, [...this.#joins, { table, on, isLeft: false }]);
  }

  /**
   * Joins the merchant's rows of a table, or a table of persons. In rows without a match the joined columns
   * are null.
   */
  leftJoin(table: MerchantTable | PersonTable, on: SQL | undefined): Rows {
    return new Rows(this.#table, this.#selection, [...this.#joins, { table, on, isLeft: true }]);
  }

  /** A JSON array with one document for each row, in order; `[]` if there are no rows. */
  list<F extends Fields>(fields: F): SQL<readonly DocumentOf<F>[]> {
    const { orderBy = [] } = this.#selection;
    const order = orderBy.length > 0 ? sql` order by ${sql.join([...orderBy], sql`, `)}` : sql``;
    return sql`coalesce(${this.#select(sql`json_agg(${json(fields)}${order})`)}, '[]')`;
  }

  /** The document of the only row; null if there is no row. PostgreSQL throws an error for two rows. */
  one<F extends Fields>(fields: F): SQL<DocumentOf<F> | null> {
    return this.#select(json(fields));
  }

  /** An expression over the rows: one column of the only row, or an aggregate. Null if there is no row. */
  value<Value>(expression: SQL<Value>): SQL<Value | null> {
    return this.#select(expression);
  }

  /** Whether there is a row. */
  exists(): SQL<boolean> {
    return sql`exists ${this.#select(sql`1`)}`;
  }

  /**
   * Whether a value equals the column in one of the rows. PostgreSQL reads all these rows before it compares,
   * so it finds them by the index for their own conditions.
   */
  includes(column: Column, value: SQL | Placeholder): SQL {
    return sql`${value} = any (array${this.#select(sql`${column}`)})`;
  }

  #select<Value>(expression: SQL<Value>): SQL<Value> {
    const { where, orderBy = [], limit } = this.#selection;
    const own = and(ofMerchant(this.#table), ...where);
    // the subquery's alias is the table's name, so that expressions over the table read the limited rows
    const first = limit
      ? builder
          .select()
          .from(this.#table)
          .where(own)
          .orderBy(...orderBy)
          .limit(limit as unknown as number)
          .as(getTableName(this.#table))
      : this.#table;
    // without this nesting drizzle removes the table names from the columns in the expression
    const query = builder
      .select({ document: sql`${sql`${expression}`}` })
      .from(first as PgTable)
      .$dynamic();
    for (const { table, on, isLeft } of this.#joins) {
      const condition = and(ofMerchant(table), on);
      if (isLeft) query.leftJoin(table, condition);
      else query.innerJoin(table, condition);
    }
    return sql`${limit ? query : query.where(own)}`;
  }
}

/**
 * Returns the condition that a row belongs to the merchant in the parameter `merchantId`. Undefined for
 * tables without a merchant, such as `staff_users`.
 */
export function ofMerchant(table: PgTable): SQL | undefined {
  const merchantId = "merchantId" in table ? table.merchantId : isMerchants(table) && table.id;
  return is(merchantId, Column) ? eq(merchantId, sql.placeholder("merchantId")) : undefined;
}

/** Whether it is `merchants`, under whatever alias. Its name of before is known to drizzle alone. */
function isMerchants(table: PgTable): table is typeof merchants {
  return Reflect.get(table, Symbol.for("drizzle:OriginalName")) === getTableName(merchants);
}

/** Returns a JSON document with these fields. */
export function json<F extends Fields>(fields: F): SQL<DocumentOf<F>> {
  return sql`json_build_object(${jsonParts(fields)})`;
}

/** Returns a JSON document with these fields. Null where `key`, a column of a left join, is null. */
export function jsonIf<F extends Fields>(key: Column, fields: F): SQL<DocumentOf<F> | null> {
  return sql`case when ${key} is not null then ${json(fields)} end`;
}

/** Returns the arguments of `json_build_object`, for statements that are SQL text. */
export function jsonParts(fields: Fields): SQL {
  const parts = Object.entries(fields).map(
    ([name, field]) => sql`${sql.raw(`'${name}'`)}, ${is(field, Column) ? written(field) : field}`,
  );
  return sql.join(parts, sql`, `);
}

/** Returns the column, typed as one of the values that its check constraint allows. */
export function oneOf<Value extends string>(column: Column): SQL<Value> {
  return sql`${column}`;
}

const written = (column: Column): SQL =>
  column.columnType === "PgNumeric" ? sql`${column}::text` : sql`${column}`;

/** Whether a column equals one of the ids in a parameter: a PostgreSQL array as text, such as `{1,2}`. */
export function isAnyOf(column: Column, ids: Placeholder): SQL {
  return sql`${column} = any (${ids})`;
}

/**
 * Returns a condition that applies only if its parameter is not null. The condition comes first in the text,
 * because PostgreSQL infers the parameter's type from the condition.
 */
export function optional(parameter: Placeholder, condition: SQL | undefined): SQL {
  return sql`(${condition} or ${parameter} is null)`;
}

/** Orders by a name as people do, whatever the database's locale: without case and diacritics. */
export function byName(name: PgColumn): SQL {
  return sql`stampbook_fold(${name}) collate "C"`;
}
