import { isDatabaseError, run, type Statement, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { auditArm, auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { codeKeyOf } from "../merchants/index.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../paging.ts";
import type { Surroundings } from "./catalogue.rules.ts";
import type { CatalogueFilter, Listed, Save } from "./types.ts";

const p = sql.placeholder;

/** One kind of catalogue item: its table, and the column of each field. */
export type Kind<Fields, Item extends Listed<Fields>> = {
  /** The table's name. Statements and ids are named after it. */
  readonly table: "rewards" | "voucher_templates" | "promo_codes";
  /** The name in audit entries: `voucher template`. */
  readonly noun: string;
  readonly columns: {
    readonly [Field in keyof Fields]: { readonly column: string; readonly type: string };
  };
  /** Further computed fields of a list, as pairs of a JSON object; `x` is the row. */
  readonly more?: SQL;
  /** A condition on the row `x` and the new fields `given` that protects an update. */
  readonly guard?: SQL;
  readonly item?: Item;
};

/** The fields as JSON, with the search key of a code. */
function written(fields: unknown): string {
  const isCoded = typeof fields === "object" && fields !== null && "code" in fields;
  return JSON.stringify(isCoded ? { ...fields, codeKey: codeKeyOf(String(fields.code)) } : fields);
}

/** The reads and writes of one kind. Each statement is built once. */
export function storeOf<Fields, Item extends Listed<Fields>>(kind: Kind<Fields, Item>) {
  const { table, noun } = kind;
  const columns = Object.entries(kind.columns as Record<string, { column: string; type: string }>);
  const name = sql.identifier(table);
  const hasCode = columns.some(([field]) => field === "code");
  const hasState = columns.some(([field]) => field === "isActive");
  const doc = sql.join(
    columns.map(([field, { column, type }]) => {
      const value = sql`x.${sql.identifier(column)}`;
      return sql`${sql.raw(`'${field}'`)}, ${type.startsWith("numeric") ? sql`${value}::text` : value}`;
    }),
    sql`, `,
  );
  const read = columns.map(([field, { type }]) => `"${field}" ${type}`);
  const record = sql.raw([...read, ...(hasCode ? ['"codeKey" text'] : [])].join(", "));
  const list = (part: (column: string, field: string) => SQL) =>
    sql.join(
      columns.map(([field, { column }]) => part(column, field)),
      sql`, `,
    );
  const names = list((column) => sql`${sql.identifier(column)}`);
  const codeKey = (prefix: SQL) => (hasCode ? prefix : sql``);

  const listed: Statement<readonly Placed<Item>[] | null> = statement(
    `list_${table}`,
    {
      page: sql`select x.* from ${name} x where x.merchant_id = ${p("merchantId")}::bigint
          and x.id < ${p("afterId")}::bigint
          and (${p("text")}::text = '' or position(${p("text")}::text in lower(${hasCode ? sql`concat_ws(' ', x.name, x.code)` : sql`x.name`})) > 0)
          ${hasState ? sql`and (${p("isActive")}::boolean is null or x.is_active = ${p("isActive")}::boolean)` : sql`and ${p("isActive")}::boolean is not false`}
        order by x.id desc limit ${p("limit")}::int + 1`,
    },
    sql`(select json_agg(json_build_object('id', x.id, ${doc}, 'createdAt', x.created_at
        ${kind.more ? sql`, ${kind.more}` : sql``},
        'place', json_build_object('key', '', 'id', x.id)) order by x.id desc) from page x)`,
  );

  const one: Statement<Item | null> = statement(
    `get_${table}`,
    {},
    sql`(select json_build_object('id', x.id, ${doc}, 'createdAt', x.created_at
        ${kind.more ? sql`, ${kind.more}` : sql``})
      from ${name} x where x.merchant_id = ${p("merchantId")}::bigint and x.id = ${p("id")}::bigint)`,
  );

  const around: Statement<Surroundings<Fields>> = statement(
    `look_around_${table}`,
    {
      given: sql`select * from json_to_record(${p("fields")}::text::json) as g (${record})`,
    },
    sql`(select json_build_object(
      'before', (select json_build_object(${doc}) from ${name} x
        where x.merchant_id = ${p("merchantId")}::bigint and x.id = ${p("id")}::bigint),
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
      const rows = await run(ctx.db, listed, {
        ...placeParameters(after),
        merchantId: ctx.caller.merchant.id,
        text: text.trim().toLowerCase(),
        isActive,
        limit,
      });
      return pageOf(rows ?? [], limit);
    },
    find: (ctx: CoreContext, id: number) =>
      run(ctx.db, one, { merchantId: ctx.caller.merchant.id, id }),
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
