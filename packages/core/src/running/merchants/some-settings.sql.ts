import {
  columnName,
  columnsOf,
  json,
  read,
  rowsOf,
  run,
  type Statement,
  schema,
  statement,
} from "@stampbook/db";
import { type Column, type SQL, sql } from "drizzle-orm";
import { auditArm, auditParameters, changesDoc, changesOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, type Refusal } from "../../foundation/failures.ts";

const p = sql.placeholder;

/**
 * Returns functions that read and write some settings of a merchant, which are columns of `merchants`. `name`
 * names them in the statements, `action` and `subject` in the audit log.
 */
export function someSettings<Settings extends object>(
  name: string,
  columns: { readonly [Name in keyof Settings]: Column },
  entry: { readonly action: string; readonly subject: string },
) {
  const selected = rowsOf(schema.merchants, { where: [] }).one(columns as Record<string, Column>);
  const found = read(`get_${name}`, () => selected as SQL<Settings>);
  const names = sql.raw(Object.values<Column>(columns).map(columnName).join(", "));
  const settingsOf = (row: SQL): SQL =>
    sql`(select ${json(columns as Record<string, Column>)} from ${row} as merchants)`;
  /** The locked row `h` of the CTE `held`, with the new values. */
  const after = sql`jsonb_populate_record(null::merchants, to_jsonb(h) || ${p("changes")}::jsonb)`;
  const saved: Statement<Settings> = statement(
    `save_${name}`,
    {
      held: sql`select m.* from merchants m where m.id = ${p("merchantId")} for no key update`,
      changed: sql`select d.details from held h
      cross join lateral (select ${changesDoc(settingsOf(sql`held`), settingsOf(after))} as details) d
      where d.details is not null`,
      saved: sql`update merchants m set (${names}) =
        (select ${names} from jsonb_populate_record(m, ${p("changes")}))
      where m.id = ${p("merchantId")} and exists (select 1 from changed)
      returning m.*`,
      audit: auditArm(sql`saved`, sql`(select details from changed)`),
    },
    sql`coalesce(${settingsOf(sql`saved`)}, ${settingsOf(sql`held`)})`,
  );
  const get = (ctx: CoreContext): Promise<Settings> =>
    run(ctx.db, found, { merchantId: ctx.caller.merchant.id });
  return {
    get,
    /**
     * Changes settings, with an audit entry, whose old values come from the locked row. Does not write those that
     * are missing in `wanted`, so a concurrent change of them is not lost. Returns all settings after the change.
     * Throws what `check` refuses.
     */
    save: async (
      ctx: CoreContext,
      wanted: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
      check: (before: Settings, after: Settings) => Refusal | null = () => null,
    ): Promise<Settings> => {
      const before = await get(ctx);
      const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
      const after = { ...before, ...Object.fromEntries(given) };
      const refusal = check(before, after);
      if (refusal) throw new Failure(refusal);
      const changes = changesOf(before, after);
      if (Object.keys(changes).length === 0) return before;
      const parameters = { ...(await auditParameters(ctx, entry)), changes: columnsOf(changes) };
      return run(ctx.db, saved, parameters);
    },
  };
}
