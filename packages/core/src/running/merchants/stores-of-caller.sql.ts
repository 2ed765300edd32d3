import {
  type DocumentOf,
  isAnyOf,
  now,
  optional,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { asc, eq, gt, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { storeSettings } from "./settings.sql.ts";
import type { SpecialDay } from "./special-days.rules.ts";

const { stores } = schema;

const today = sql`(${now} at time zone ${stores.timezone})::date`;

const fields = {
  ...storeSettings,
  /** Those of the next 366 days. */
  specialDays: sql<
    readonly SpecialDay[]
  >`(select coalesce(json_agg(d.day order by d.day->>'date'), '[]')
    from jsonb_array_elements(${stores.specialDays}) as d (day)
    where (d.day->>'date')::date between ${today} and ${today} + 366)`,
};

/** A store as tokens see it. */
export type StoreListed = DocumentOf<typeof fields>;

/** Null means no filter. */
type ListInput = {
  readonly isActive: boolean | null;
  /** The last id of the previous page. */
  readonly after: number | null;
  readonly limit: number;
};

const list = read(
  "list_stores_of_caller",
  (p: Parameters<ListInput & { readonly stores: string | null }>) =>
    rowsOf(stores, {
      where: [
        optional(p("after"), gt(stores.id, p("after"))),
        optional(p("isActive"), eq(stores.isActive, p("isActive"))),
        optional(p("stores"), isAnyOf(stores.id, p("stores"))),
      ],
      orderBy: [asc(stores.id)],
      limit: sql`${p("limit")} + 1`,
    }).list(fields),
);

/**
 * Returns at most `limit` stores in which the caller may act, by id. `hasNext`: whether there are more.
 * Interface 3, section 1.
 */
export async function listStoresOfCaller(
  { db, caller, clockOffsetMs: offsetMs }: CoreContext,
  input: ListInput,
): Promise<{ readonly stores: readonly StoreListed[]; readonly hasNext: boolean }> {
  const own = caller.stores && `{${caller.stores.join(",")}}`;
  const found = await run(db, list, {
    ...input,
    ...{ merchantId: caller.merchant.id, stores: own, offsetMs },
  });
  return { stores: found.slice(0, input.limit), hasNext: found.length > input.limit };
}
