import {
  type DocumentOf,
  isAnyOf,
  json,
  jsonIf,
  oneOf,
  optional,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Actor, actorDoc, sortedByTime } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { type Page, type PageInput, pageOf, placeParameters } from "../../../foundation/paging.ts";

/** Why a level changed: a sale, its cancel or modification, the level's end, or a change by hand. */
export const levelCauses = ["sale", "void", "modification", "ended", "hand"] as const;

const l = schema.levelChanges;
const before = alias(schema.levels, "before");
const after = alias(schema.levels, "after");
const sale = alias(schema.transactions, "x");

const levelChange = {
  id: l.id,
  from: json({ id: before.level, name: before.name }),
  to: json({ id: after.level, name: after.name }),
  /** The last day of the new level. Null: it has no end. */
  until: l.until,
  cause: oneOf<(typeof levelCauses)[number]>(l.cause),
  /** The sale that caused the change. Null for other causes, and for a sale outside the caller's stores. */
  sale: jsonIf(sale.id, { id: sale.id, name: sale.invoiceNumber }),
  createdAt: l.createdAt,
  by: actorDoc(sql`${l.createdBy}`) as SQL<Actor>,
};

/** A change of a customer's level. */
type LevelChange = DocumentOf<typeof levelChange>;

type ListInput = ReturnType<typeof placeParameters> & {
  readonly customerId: number;
  readonly stores: string | null;
  readonly limit: number;
};

const { isAfter, orderBy } = sortedByTime("newest", l.createdAt, l.id);

const list = read("list_level_changes", (p: Parameters<ListInput>) =>
  rowsOf(l, {
    where: [eq(l.customerId, p("customerId")), isAfter],
    orderBy,
    limit: sql`${p("limit")} + 1`,
  })
    .join(before, eq(before.level, l.levelBefore))
    .join(after, eq(after.level, l.levelAfter))
    .leftJoin(
      sale,
      and(
        eq(sale.id, l.causeId),
        inArray(l.cause, ["sale", "void", "modification"]),
        optional(p("stores"), isAnyOf(sale.storeId, p("stores"))),
      ),
    )
    .list({ ...levelChange, place: json({ key: l.createdAt, id: l.id }) }),
);

/** Returns the changes of a customer's level, newest first. Empty for an unknown customer. */
export async function listLevelChanges(
  ctx: CoreContext,
  { customerId, after, limit }: { readonly customerId: number } & PageInput,
): Promise<Page<LevelChange>> {
  const { merchant, stores } = ctx.caller;
  const rows = await run(ctx.db, list, {
    ...placeParameters(after),
    merchantId: merchant.id,
    customerId,
    stores: stores && `{${stores.join(",")}}`,
    limit,
  });
  return pageOf(rows, limit);
}
