import { json, optional, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { and, desc, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { changesOf, onRecord } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, type FailureCode } from "../../foundation/failures.ts";
import {
  type Page,
  type PageInput,
  type Placed,
  pageOf,
  placeParameters,
} from "../../foundation/paging.ts";
import { codeKeyOf } from "../merchants/index.ts";
import type { Kind } from "./kind.sql.ts";
import type { CatalogueFilter, Limits, Listed, Save } from "./types.ts";

const { stores } = schema;

type Coded = Limits & { readonly code?: string };

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
export function itemsOf<Fields extends Coded, Item extends Listed<Fields>>(
  kind: Kind<Fields, Item>,
) {
  const reads = readsOf(kind);

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
      if (!found) throw unknown(kind);
      return found;
    },
    /**
     * Locks the item, checks the rules, and writes the item with an audit entry of the changed fields. Writes
     * nothing if no field has changed. Throws the refusal of `kind.check`, and `kind.missing` if the id is
     * unknown.
     */
    save: async (ctx: CoreContext, save: Save<Fields>): Promise<{ readonly id: number }> => {
      const id = save.id ?? (await ctx.ids.take(ctx.caller.merchant.id, kind.name));
      const isNew = save.id === null;
      await onRecord(
        ctx,
        (inside) => write(inside, kind, { ...save, target: id }),
        (details) =>
          isNew || Object.keys(details).length > 0
            ? {
                action: `catalogue.${isNew ? "create" : "update"}`,
                subject: `${kind.noun} ${id}`,
                details,
              }
            : null,
      );
      return { id };
    },
  };
}

/** Saves an item in a transaction. Returns its changed fields. */
async function write<Fields extends Coded, Item extends Listed<Fields>>(
  { db: tx, caller }: CoreContext,
  kind: Kind<Fields, Item>,
  { id, fields, target }: Save<Fields> & { readonly target: number },
) {
  const { table } = kind;
  const merchantId = caller.merchant.id;
  const item = and(eq(table.merchantId, merchantId), eq(table.id, target));
  const columns: Readonly<Record<string, PgColumn>> = kind.columns;
  const [row] =
    id === null ? [] : await tx.select(columns).from(table).where(item).for("no key update");
  if (id !== null && !row) throw unknown(kind);
  const before = (row ?? null) as Fields | null;

  const coded = fields.code === undefined ? {} : { codeKey: codeKey(fields.code) };
  const other = and(eq(table.merchantId, merchantId), ne(table.id, target));
  const isTaken =
    coded.codeKey && "codeKey" in table && and(other, eq(table.codeKey, coded.codeKey));
  const named = and(eq(stores.merchantId, merchantId), inArray(stores.id, [...fields.stores]));
  const known =
    fields.stores.length > 0 ? await tx.select({ id: stores.id }).from(stores).where(named) : [];
  const refusal = kind.check(fields, {
    ...{ templateExists: true, templateHoldsNothing: false, uses: 0 },
    ...(await kind.look?.(tx, { merchantId, id: target, fields })),
    before,
    codeTaken: isTaken ? (await tx.$count(table, isTaken)) > 0 : false,
    unknownStores: fields.stores.filter((wanted) => !known.some((store) => store.id === wanted)),
  });
  if (refusal) throw new Failure(refusal);

  const changes = changesOf(before, fields);
  const values = { ...only(kind.columns, fields), ...coded } as object;
  if (id === null) await tx.insert(table).values({ ...values, merchantId, id: target } as never);
  else if (Object.keys(changes).length > 0) await tx.update(table).set(values).where(item);
  return changes;
}

/** The fields that staff may set, whatever else is sent. */
const only = (columns: object, fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in columns));

/** The form in which a code is looked up. Null for a reward without a code. */
const codeKey = (code: string) => (code === "" ? null : codeKeyOf(code));

const unknown = ({ missing }: { readonly missing: FailureCode }) =>
  new Failure({ code: missing, field: "id", message: "This is not there." });
