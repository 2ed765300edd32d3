import {
  columnName,
  type Fields as DocumentFields,
  isDatabaseError,
  json,
  optional,
  type Parameters,
  read,
  rowsOf,
  run,
  type Statement,
  type schema,
  statement,
} from "@stampbook/db";
import { desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { auditArm, auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { codeKeyOf } from "../merchants/index.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../paging.ts";
import type { Surroundings } from "./catalogue.rules.ts";
import type { CatalogueFilter, Listed, Save } from "./types.ts";

const p = sql.placeholder;

/** One kind of catalogue item: its table, and the column of each field. */
export type Kind<Fields, Item extends Listed<Fields>> = {
  readonly table: CatalogueTable;
  /** The table's name. Statements and ids are named after it. */
  readonly name: "rewards" | "voucher_templates" | "promo_codes";
  /** The name in audit entries: `voucher template`. */
  readonly noun: string;
  readonly columns: { readonly [Field in keyof Fields]: PgColumn };
  /** Further fields of a list. */
  readonly more?: DocumentFields;
  /** A condition on the row `x` and the new fields `given` that protects an update. */
  readonly guard?: SQL;
  readonly item?: Item;
};

/** The fields as JSON, with the search key of a code. */
function written(fields: unknown): string {
  const isCoded = typeof fields === "object" && fields !== null && "code" in fields;
  return JSON.stringify(isCoded ? { ...fields, codeKey: codeKeyOf(String(fields.code)) } : fields);
}

type CatalogueTable =
  | typeof schema.rewards
  | typeof schema.voucherTemplates
  | typeof schema.promoCodes;

type ListInput = CatalogueFilter & { readonly afterId: number; readonly limit: number };

/** The list and the detail of one kind. */
function readsOf<Fields, Item extends Listed<Fields>>(kind: Kind<Fields, Item>) {
  const { table } = kind;
  const fields = { id: table.id, ...kind.columns, createdAt: table.createdAt, ...kind.more };
  const searched =
    "code" in table ? sql`concat_ws(' ', ${table.name}, ${table.code})` : sql`${table.name}`;
  const list = read(
    `list_${kind.name}`,
    (p: Parameters<ListInput>) =>
      rowsOf(table, {
        where: [
          lt(table.id, p("afterId")),
          sql`(position(${p("text")} in lower(${searched})) > 0 or ${p("text")} = '')`,
          "isActive" in table
            ? optional(p("isActive"), eq(table.isActive, p("isActive")))
            : sql`${p("isActive")} is not false`,
        ],
        orderBy: [desc(table.id)],
        limit: sql`${p("limit")} + 1`,
      }).list({ ...fields, place: json({ key: sql`''`, id: table.id }) }) as unknown as SQL<
        readonly Placed<Item>[]
      >,
  );
  const one = read(
    `get_${kind.name}`,
    (p: Parameters<{ readonly id: number }>) =>
      rowsOf(table, { where: [eq(table.id, p("id"))] }).one(fields) as unknown as SQL<Item | null>,
  );
  return { list, one };
}

/** The reads and writes of one kind. Each statement is built once. */
export function storeOf<Fields, Item extends Listed<Fields>>(kind: Kind<Fields, Item>) {
  const { name: table, noun } = kind;
  const reads = readsOf(kind);
  const columns = Object.entries<PgColumn>(kind.columns);
  const name = sql.identifier(table);
  const hasCode = "code" in kind.table;
  const types = columns.map(([field, column]) => `"${field}" ${column.getSQLType()}`);
  const record = sql.raw([...types, ...(hasCode ? ['"codeKey" text'] : [])].join(", "));
  const list = (part: (column: string, field: string) => SQL) =>
    sql.join(
      columns.map(([field, column]) => part(columnName(column), field)),
      sql`, `,
    );
  const names = list((column) => sql`${sql.identifier(column)}`);
  const codeKey = (prefix: SQL) => (hasCode ? prefix : sql``);
  const before = rowsOf(kind.table, { where: [eq(kind.table.id, p("id"))] }).one(kind.columns);

  const around: Statement<Surroundings<Fields>> = statement(
    `look_around_${table}`,
    {
      given: sql`select * from json_to_record(${p("fields")}::text::json) as g (${record})`,
    },
    sql`(select json_build_object(
      'before', ${before},
      'codeTaken', ${
        hasCode
          ? sql`exists (select 1 from ${name} x where x.merchant_id = ${p("merchantId")}::bigint
        and x.code_key = g."codeKey" and x.id is distinct from ${p("id")}::bigint)`
          : sql`false`
      },
      'templateExists', ${
        table === "rewards"
          ? sql`g."voucherTemplateId" is null or exists (select 1 from voucher_templates t
              where t.merchant_id = ${p("merchantId")}::bigint and t.id = g."voucherTemplateId")`
          : sql`true`
      },
      'templateHoldsNothing', ${
        table === "rewards"
          ? sql`exists (select 1 from voucher_templates t where t.merchant_id = ${p("merchantId")}::bigint
              and t.id = g."voucherTemplateId" and t.is_dynamic and coalesce(t.value, 0) = 0)`
          : sql`false`
      },
      'unknownStores', (select coalesce(json_agg(wanted), '[]') from unnest(g.stores) wanted
        where not exists (select 1 from stores s
          where s.merchant_id = ${p("merchantId")}::bigint and s.id = wanted)),
      'uses', ${
        table === "promo_codes"
          ? sql`coalesce((select uses from promo_codes x
              where x.merchant_id = ${p("merchantId")}::bigint and x.id = ${p("id")}::bigint), 0)`
          : sql`0`
      }) from given g)`,
  );

  const insert: Statement<number | null> = statement(
    `insert_${table}`,
    {
      given: sql`select * from json_to_record(${p("fields")}::text::json) as g (${record})`,
      saved: sql`insert into ${name} as x (merchant_id, id, ${codeKey(sql`code_key, `)}${names})
        select ${p("merchantId")}::bigint, ${p("id")}::bigint, ${codeKey(sql`"codeKey", `)}
          ${list((_, field) => sql`${sql.identifier(field)}`)} from given
        returning x.id`,
      audit: auditArm(sql`saved`),
    },
    sql`(select to_json(id) from saved)`,
  );

  const update: Statement<number | null> = statement(
    `update_${table}`,
    {
      given: sql`select * from json_to_record(${p("fields")}::text::json) as g (${record})`,
      saved: sql`update ${name} as x set ${codeKey(sql`code_key = given."codeKey", `)}
          ${list((column, field) => sql`${sql.identifier(column)} = given.${sql.identifier(field)}`)}
        from given where x.merchant_id = ${p("merchantId")}::bigint and x.id = ${p("id")}::bigint
          ${kind.guard ? sql`and ${kind.guard}` : sql``}
        returning x.id`,
      audit: auditArm(sql`saved`),
    },
    sql`(select to_json(id) from saved)`,
  );

  return {
    select: async (ctx: CoreContext, input: CatalogueFilter & PageInput): Promise<Page<Item>> => {
      const { after, limit, text, isActive } = input;
      const rows = await run(ctx.db, reads.list, {
        ...placeParameters(after),
        merchantId: ctx.caller.merchant.id,
        text: text.trim().toLowerCase(),
        isActive,
        limit,
      });
      return pageOf(rows, limit);
    },
    find: (ctx: CoreContext, id: number) =>
      run(ctx.db, reads.one, { merchantId: ctx.caller.merchant.id, id }),
    lookAround: (ctx: CoreContext, { id, fields }: Save<Fields>) =>
      run(ctx.db, around, {
        merchantId: ctx.caller.merchant.id,
        id,
        fields: written(fields),
      }),
    /**
     * Writes the item with an audit entry. Returns null if the guard fails, or if another item took the
     * code in the meantime.
     */
    write: async (
      ctx: CoreContext,
      { id, fields }: Save<Fields>,
      details: Readonly<Record<string, unknown>>,
    ): Promise<number | null> => {
      const target = id ?? (await ctx.ids.take(ctx.caller.merchant.id, table));
      const action = `catalogue.${id === null ? "create" : "update"}`;
      const change = { action, subject: `${noun} ${target}`, details };
      try {
        return await run(ctx.db, id === null ? insert : update, {
          ...(await auditParameters(ctx, change)),
          id: target,
          fields: written(fields),
        });
      } catch (error) {
        if (isDatabaseError(error) && error.code === "23505") return null;
        throw error;
      }
    },
  };
}
