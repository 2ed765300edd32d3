import { now, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { KEPT } from "../../foundation/writing/index.ts";
import { keptRegistration } from "../../members/index.ts";

const { customers, idempotencyKeys: keys, idempotencyOutcomes: outcomes } = schema;
const { redemptions, stampAwards: awards, transactions: sales } = schema;

/** A key of one operation. */
type Key = { readonly operation: string; readonly key: string };

/** The id at a path of the outcome; null if the outcome has none there. */
const idAt = (path: string): SQL =>
  sql`(${outcomes.outcome} #>> ${sql.raw(`'{${path}}'`)})::bigint`;

const redemptionId = sql`coalesce(${idAt("frame,saving,redemptionId")}, ${idAt("frame,redemption,id")})`;

const ofRedemption = rowsOf(redemptions, { where: [eq(redemptions.id, redemptionId)] });
const ofSale = rowsOf(sales, { where: [eq(sales.id, idAt("frame,sale,id"))] });
const ofAward = rowsOf(awards, { where: [eq(awards.id, idAt("frame,award,id"))] });
const ofMember = rowsOf(customers, {
  where: [
    eq(customers.id, idAt("changed,id")),
    eq(keys.operation, sql`${keptRegistration.operation}`),
  ],
});

/**
 * The store of what a call did: of the visit, or of the redemption, the sale or the award that the outcome
 * names, or of the member whom it registered. Null if the operation has no store.
 */
const storeId = sql<number | null>`coalesce(${keys.storeId},
  ${ofRedemption.value(sql`${redemptions.storeId}`)}, ${ofSale.value(sql`${sales.storeId}`)},
  ${ofAward.value(sql`${awards.storeId}`)}, ${ofMember.value(sql`${customers.registeringStoreId}`)})`;

const found = read("find_outcome", (p: Parameters<Key & { readonly offsetMs: number }>) =>
  rowsOf(keys, {
    where: [
      eq(keys.operation, p("operation")),
      eq(keys.key, p("key")),
      gt(keys.createdAt, sql`${now} - ${sql.raw(KEPT)}`),
    ],
  })
    .join(outcomes, and(eq(outcomes.operation, keys.operation), eq(outcomes.key, keys.key)))
    .one({
      outcome: sql<unknown>`${outcomes.outcome}`,
      createdAt: keys.createdAt,
      keptUntil: sql<string>`${keys.createdAt} + ${sql.raw(KEPT)}`,
      storeId,
    }),
);

/** Reads the stored outcome of a key that has not expired. Returns null if there is none. */
export function selectOutcome(
  { db, caller, clockOffsetMs: offsetMs }: CoreContext,
  { operation, key }: Key,
) {
  return run(db, found, { merchantId: caller.merchant.id, operation, key, offsetMs });
}
