import { columnName, rowsOf, type Statement, statement } from "@stampbook/db";
import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { auditArm } from "../audit/index.ts";
import type { Surroundings } from "./catalogue.rules.ts";
import type { Kind } from "./kind.sql.ts";
import type { Listed } from "./types.ts";

const p = sql.placeholder;

/** Selects the new fields as one row. Adds `codeKey`, the search key, if the kind of item has a code. */
function givenArm<Fields, Item extends Listed<Fields>>({ columns }: Kind<Fields, Item>): SQL {
  const types = Object.entries<PgColumn>(columns).map(
    ([field, column]) => `"${field}" ${column.getSQLType()}`,
  );
  const record = sql.raw([...types, ...("code" in columns ? ['"codeKey" text'] : [])].join(", "));
  return sql`select * from json_to_record(${p("fields")}::text::json) as g (${record})`;
}

/** Builds the statement that reads an item's `Surroundings`. */
export function lookAround<Fields, Item extends Listed<Fields>>(
  kind: Kind<Fields, Item>,
): Statement<Surroundings<Fields>> {
  const { name, looks = {} } = kind;
  const table = sql.identifier(name);
  const hasCode = "code" in kind.table;
  const before = rowsOf(kind.table, { where: [eq(kind.table.id, p("id"))] }).one(kind.columns);
  return statement(
    `look_around_${name}`,
    { given: givenArm(kind) },
    sql`(select json_build_object(
      'before', ${before},
      'codeTaken', ${
        hasCode
          ? sql`exists (select 1 from ${table} x where x.merchant_id = ${p("merchantId")}::bigint
        and x.code_key = g."codeKey" and x.id is distinct from ${p("id")}::bigint)`
          : sql`false`
      },
      'templateExists', ${looks.templateExists ?? sql`true`},
      'templateHoldsNothing', ${looks.templateHoldsNothing ?? sql`false`},
      'unknownStores', (select coalesce(json_agg(wanted), '[]') from unnest(g.stores) wanted
        where not exists (select 1 from stores s
          where s.merchant_id = ${p("merchantId")}::bigint and s.id = wanted)),
      'uses', ${looks.uses ?? sql`0`}) from given g)`,
  );
}

/**
 * Builds the statements that insert and update an item. Both write an audit entry and return the item's id.
 * The update returns null if its guard (`Kind.guard`) fails.
 */
export function saves<Fields, Item extends Listed<Fields>>(kind: Kind<Fields, Item>) {
  const { name } = kind;
  const table = sql.identifier(name);
  const columns = Object.entries<PgColumn>(kind.columns);
  const list = (part: (column: string, field: string) => SQL) =>
    sql.join(
      columns.map(([field, column]) => part(columnName(column), field)),
      sql`, `,
    );
  const names = list((column) => sql`${sql.identifier(column)}`);
  const codeKey = (prefix: SQL) => ("code" in kind.table ? prefix : sql``);

  const insert: Statement<number | null> = statement(
    `insert_${name}`,
    {
      given: givenArm(kind),
      saved: sql`insert into ${table} as x (merchant_id, id, ${codeKey(sql`code_key, `)}${names})
        select ${p("merchantId")}::bigint, ${p("id")}::bigint, ${codeKey(sql`"codeKey", `)}
          ${list((_, field) => sql`${sql.identifier(field)}`)} from given
        returning x.id`,
      audit: auditArm(sql`saved`),
    },
    sql`(select to_json(id) from saved)`,
  );

  const update: Statement<number | null> = statement(
    `update_${name}`,
    {
      given: givenArm(kind),
      saved: sql`update ${table} as x set ${codeKey(sql`code_key = given."codeKey", `)}
          ${list((column, field) => sql`${sql.identifier(column)} = given.${sql.identifier(field)}`)}
        from given where x.merchant_id = ${p("merchantId")}::bigint and x.id = ${p("id")}::bigint
          ${kind.guard ? sql`and ${kind.guard}` : sql``}
        returning x.id`,
      audit: auditArm(sql`saved`),
    },
    sql`(select to_json(id) from saved)`,
  );

  return { insert, update };
}
