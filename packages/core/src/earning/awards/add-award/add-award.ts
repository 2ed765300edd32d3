import { insertInto, json, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { type Refusal, unknownCustomer } from "../../../foundation/failures.ts";
import { kept, keyOf } from "../../../foundation/writing/index.ts";
import { audit, lastDay, member, merchant, stamps, store } from "../../../machinery/facts/index.ts";
import { operation, rowOf, send } from "../../../machinery/kernel/index.ts";
import { readStoreRef } from "../../../running/merchants/index.ts";
import type { Award, Awarded, AwardInput } from "../types.ts";

const call = {
  /** The id of the award. */
  award: "bigint",
  stamps: "bigint",
  notes: "text | null",
  /** The last day of the stamps, if the call sets one. */
  expiresOn: "date | null",
} as const;
const c = rowOf("c", { ...call, actor: 0 });
const s = rowOf("s", { causeId: 0, customerId: 0, storeId: 0, delta: 0, expiresOn: 0, now: 0 });

/** Gives stamps by hand. Blocked, inactive and suspended members may get them too. */
export const awards = operation({
  name: "stamps.add",
  statement: "add_awards",
  call,
  sees: [
    merchant.found,
    store.foundIfNamed,
    member.found,
    lastDay.found,
    stamps.byHand({
      delta: c.stamps,
      causeId: c.award,
      expiresOn: sql`coalesce(${c.expiresOn}, ${stamps.merchantsLastDay})`,
    }),
    audit.found,
  ],
  checks: [
    store.checksIfNamed,
    {
      memberExists: member.exists,
      stampsCanBeSpent: lastDay.isToCome(
        c.expiresOn,
        ({ expiresOn }: Pick<AwardInput, "expiresOn">) => expiresOn,
        { field: "expiration_date", rule: "the stamps can be spent today at least" },
      ),
    },
  ],
  settles: member.expiry,
  once: ["customerId"],
  locks: [member.locked, member.customerLocked],
  change: stamps.change,
  writes: {
    award: insertInto(
      schema.stampAwards,
      {
        id: s.causeId,
        customerId: s.customerId,
        storeId: s.storeId,
        stamps: s.delta,
        notes: c.notes,
        expiresOn: s.expiresOn,
        createdAt: s.now,
        createdBy: c.actor,
      },
      { from: sql`from changed s join calls c on c.n = s.n`, end: sql`returning 1` },
    ),
    stamp_entry: stamps.entries("award"),
    entry: audit.entries({
      action: "stamps.add",
      subject: audit.ofCustomer,
      details: "json_build_object('delta', d.delta)",
    }),
  },
  frame: json({
    award: json({
      id: s.causeId as SQL<number>,
      stamps: s.delta as SQL<number>,
      status: sql<Award["status"]>`'Created'`,
    }),
    customer: sql`b.customer` as SQL<Awarded["customer"]>,
    membership: sql`b.membership` as SQL<Awarded["membership"]>,
  }),
  changed: json({ stamps: sql<number>`s.stamps` }),
});

/** The outcome of a call or of its replay. */
export const keptAward = kept(
  awards,
  ({ frame, changed }): Awarded => ({
    ...frame,
    membership: { ...frame.membership, ...changed },
  }),
);

/** The values that one call sends, without its idempotency key. */
export type AwardCall = Parameters<typeof awards.refuse>[1];

/**
 * Gives a customer stamps by hand. The audit log records the notes and the caller. Throws `invalid_store`,
 * `permission_denied` for a store outside the caller's stores, and `invalid` on `expiration_date` for a day
 * that has passed. Throws `unknown` if no customer is found, by default `invalid_user`. See interface 2,
 * section 4.
 */
export async function addAward(
  ctx: CoreContext,
  input: AwardInput,
  unknown: Refusal = unknownCustomer,
): Promise<Awarded> {
  const { caller } = ctx;
  const { user, store, stamps, notes, expiresOn } = input;
  const call = {
    award: await ctx.ids.take(caller.merchant.id, "stamp_awards"),
    ...member.callOf(ctx, user),
    ...{ stamps, notes, expiresOn },
    ...(store === null ? { storeId: null, storeCode: null } : readStoreRef(store)),
    allowedStores: caller.stores,
    ...(await auditOf(ctx, { subject: "", reason: notes })),
    ...keyOf(ctx),
  };
  const how = {
    subjects: member.subjects,
    recordedAs: null,
    instead: { memberExists: unknown },
  };
  return keptAward.read(await send(ctx, awards, call, how));
}
