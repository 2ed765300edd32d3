import { json, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CoreContext } from "../../foundation/context.ts";
import { type Kept, keyOf } from "../../foundation/writing/index.ts";
import { member, merchant, store } from "../../machinery/facts/index.ts";
import { lock, operation, send, unless } from "../../machinery/kernel/index.ts";
import type { Customer, Membership } from "../../people/customers/index.ts";
import { readStoreRef } from "../../running/merchants/index.ts";
import type { Visit, VisitInput } from "./types.ts";
import { redeemsAnything } from "./visit.rules.ts";

const held = alias(schema.memberships, "held");
const { memberExists, ...mayRedeem } = member.checks;

/**
 * Begins visits: writes the key, and locks the membership until the end of the visit's transaction. The lock has
 * an alias of its own, so that no check is judged again: the operation of each part makes its own checks later.
 */
export const enterVisits = operation({
  name: "visits.confirm",
  statement: "enter_visits",
  call: {
    /** Whether the visit redeems a reward, a voucher or a promo code. */
    redeems: "boolean",
  },
  sees: [merchant.found, store.found, member.found],
  // a blocked member may visit to buy, because sales of blocked members are recorded
  checks: [store.checks, { memberExists }, unless(sql`not c.redeems`, mayRedeem)],
  settles: member.expiry,
  once: ["customerId"],
  locks: [
    lock({
      ...{ row: "held", table: held, merchantId: held.merchantId, strength: "no key update" },
      is: sql`${held.customerId} = b.customer_id`,
    }),
  ],
  change: (isOwned) => sql`
  select l.* from locked l where ${isOwned}`,
  writes: {},
  // `storeVisit` replaces this outcome at the end of the transaction
  frame: sql<Visit | null>`null`,
  changed: json({
    storeId: sql<number>`s.store_id`,
    /** The current day in the store. */
    today: sql<string>`s.today`,
    customer: sql`b.customer` as SQL<Customer>,
    membership: sql`b.membership` as SQL<Membership>,
  }),
});

/** The visit that a call or its replay returns. Only a visit that has ended has a stored outcome. */
export const keptVisit: Kept<{ readonly frame: Visit }, Visit> = {
  operation: enterVisits.name,
  read: ({ frame }) => frame,
};

export type VisitCall = Parameters<typeof enterVisits.refuse>[1];

/**
 * Begins a visit in its transaction: locks the membership and writes the idempotency key. If the key already
 * has a visit, returns that visit as `frame`. Otherwise `frame` is null, and `changed` has the store, its day, the
 * customer and the membership. Throws the refusals of store and user (docs/limits.md).
 */
export function enterVisit(ctx: CoreContext, input: VisitInput) {
  const call = {
    ...readStoreRef(input.store),
    ...member.callOf(ctx, input.user),
    ...{ allowedStores: ctx.caller.stores, redeems: redeemsAnything(input) },
    ...keyOf(ctx),
  };
  return send(ctx, enterVisits, call, { subjects: () => [], recordedAs: null });
}
