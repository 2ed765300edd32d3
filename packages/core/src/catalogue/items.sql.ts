import { isDatabaseError, json, optional, type Parameters, read, rowsOf, run } from "@stampbook/db";
import { desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { auditParameters, changesOf } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure, tooBusy } from "../failures.ts";
import { codeKeyOf } from "../merchants/index.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../paging.ts";
import type { Kind } from "./kind.sql.ts";
import { lookAround, saves } from "./save-statements.sql.ts";
import type { CatalogueFilter, Listed, Save } from "./types.ts";

type Details = Readonly<Record<string, unknown>>;

/** Returns the fields as JSON. Adds `codeKey`, the search key, if they have a code. It is null for "". */
function written(fields: unknown): string {
  if (typeof fields !== "object" || fields === null || !("code" in fields))
    return JSON.stringify(fields);
  const codeKey = fields.code === "" ? null : codeKeyOf(String(fields.code));
  return JSON.stringify({ ...fields, codeKey });
}

type ListInput = CatalogueFilter & { readonly afterId: number; readonly limit: number };

/** Builds the statements that read a list and one item of a kind. */
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
          sql`position(stampbook_fold(${p("text")}) in stampbook_fold(${searched})) > 0`,
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

/** Makes the verbs of one kind of items. Builds each statement once. */
export function itemsOf<Fields extends object, Item extends Listed<Fields>>(
  kind: Kind<Fields, Item>,
) {
  const reads = readsOf(kind);
  const around = lookAround(kind);
  const { insert, update } = saves(kind);
  const unknown = (): Failure =>
    new Failure({ code: kind.missing, field: "id", message: "This is not there." });

  /**
   * Writes the item with an audit entry. Returns null if the guard fails, or if another item took the code in
   * the meantime.
   */
  async function write(ctx: CoreContext, { id, fields }: Save<Fields>, details: Details) {
    const target = id ?? (await ctx.ids.take(ctx.caller.merchant.id, kind.name));
    const action = `catalogue.${id === null ? "create" : "update"}`;
    const change = { action, subject: `${kind.noun} ${target}`, details };
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
  }

  return {
    list: async (ctx: CoreContext, input: CatalogueFilter & PageInput): Promise<Page<Item>> => {
      const { after, limit, text, isActive } = input;
      const rows = await run(ctx.db, reads.list, {
        ...placeParameters(after),
        merchantId: ctx.caller.merchant.id,
        text,
        isActive,
        limit,
      });
      return pageOf(rows, limit);
    },
    get: async (ctx: CoreContext, id: number): Promise<Item> => {
      const found = await run(ctx.db, reads.one, { merchantId: ctx.caller.merchant.id, id });
      if (!found) throw unknown();
      return found;
    },
    /**
     * Reads the item's `Surroundings`, checks the rules, and writes the item with an audit entry of the changed
     * fields. Writes nothing if no field has changed. Throws the refusal of `kind.check`, `kind.missing` if the
     * id is unknown, and `overloaded` if other calls take or use the code during both tries.
     */
    save: async (ctx: CoreContext, save: Save<Fields>): Promise<{ readonly id: number }> => {
      const { id, fields } = save;
      for (let tries = 0; tries < 2; tries++) {
        const seen = await run(ctx.db, around, {
          merchantId: ctx.caller.merchant.id,
          id,
          fields: written(fields),
        });
        if (id !== null && !seen.before) throw unknown();
        const refusal = kind.check(fields, seen);
        if (refusal) throw new Failure(refusal);
        const details = changesOf(seen.before, fields);
        if (id !== null && Object.keys(details).length === 0) return { id };
        const saved = await write(ctx, save, details);
        if (saved !== null) return { id: saved };
        // another call took or used the code meanwhile: the next try reads the data again
      }
      throw new Failure(tooBusy);
    },
  };
}
