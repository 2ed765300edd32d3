import { jsonIf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { otherStore } from "../../running/merchants/index.ts";
import { check, fact, from, lock, merchantId, rowOf, updateFrom } from "../kernel/index.ts";
import { customers, locked as memberLocked, memberships } from "./member.ts";

const a = alias(schema.stampAwards, "a");
const e = alias(schema.stampEntries, "e");
const g = alias(schema.stampEntries, "g");

const call = {
  award: "bigint",
  /** The ids of the stores in which the caller may act; null means all. */
  allowedStores: "bigint[] | null",
  /**
   * The number of stamps to take back, computed by a replay of the ledger. `replayedTo` is the membership's
   * `entryNumber` at that replay. Both are null without a replay.
   */
  replayed: "bigint | null",
  replayedTo: "int | null",
} as const;
const c = rowOf("c", { ...call, actor: 0 });

/**
 * The number of stamps to take back; 0 if the award is canceled. If stamps have expired since the award, it is
 * the call's `replayed`, or null if the ledger has gone on since.
 */
const takes = sql<number | null>`own.takes`;
const isCanceled = sql<boolean>`(${a.canceledAt} is not null)`;
const keeps = {
  awardId: a.id,
  isCanceled,
  given: a.stamps,
  seenEntry: memberships.entryNumber,
  takes,
};
const b = rowOf("b", keeps);

/** The customer's award with the call's id. */
export const found = fact({
  call,
  // OFFSET keeps PostgreSQL from looking for expired stamps at each place that reads `takes`
  joins: ({ limit }) => sql`
  left join lateral (select a.* from ${from(a)} where ${a.merchantId} = ${merchantId}
    and ${a.id} = ${c.award} and ${a.customerId} = ${customers.id}${sql.raw(limit)}) a on true
  left join lateral (select exists (select 1 from ${from(e)}
      join ${from(g)} on ${g.merchantId} = ${merchantId} and ${g.customerId} = ${customers.id}
        and ${g.cause} = 'award' and ${g.causeId} = ${a.id}
      where ${e.merchantId} = ${merchantId} and ${e.customerId} = ${customers.id} and ${e.cause} = 'expiry'
        and ${e.number} > ${g.number}) as has_expired offset 0) expired on true
  cross join lateral (select case when ${isCanceled} then 0 when not expired.has_expired then ${a.stamps}
      when ${c.replayedTo} = ${memberships.entryNumber} then ${c.replayed} end as takes) own`,
  keeps,
  shows: {
    award: jsonIf(a.id, {
      id: a.id,
      stamps: a.stamps,
      isCanceled,
      storeId: a.storeId,
    }),
    toTake: takes,
  },
});

/** Whether the ledger must be replayed, to know how many stamps to take back. */
export const lacksReplay = sql`(${a.id} is not null and ${takes} is null)`;

/** Locks the award as it was seen: canceled or not. */
export const locked = lock({
  row: "a",
  table: a,
  merchantId: a.merchantId,
  strength: "no key update",
  is: sql`${a.id} = ${b.awardId}`,
  asSeen: { isCanceled },
});

/** Locks the membership with the ledger as it was seen, because the stamps were computed from it. */
export const ledgerLocked = lock({
  ...memberLocked,
  asSeen: { seenEntry: memberships.entryNumber },
  adds: { held: memberships.stamps },
});

type Found = { readonly award: { readonly storeId: number | null } };
type Counted = { readonly membership: { readonly stamps: number }; readonly toTake: number };

/** Whether the customer has the award, its store is one of the caller's, and its stamps can be taken back. */
export const checks = {
  awardExists: check({
    code: "award_not_found",
    holds: () => sql`${a.id} is not null`,
    words: () => ({ message: "Award not found", rule: "the customer has the award" }),
  }),
  awardIsCallers: check({
    code: "permission_denied",
    holds: () =>
      sql`${a.storeId} is null or ${c.allowedStores} is null or ${a.storeId} = any (${c.allowedStores})`,
    // an award without a store is not refused
    words: ({ award }: Found, _call, caller) => otherStore(caller, award.storeId as number),
  }),
  stampsAreLeft: check({
    code: "insufficient_stamps",
    again: "ms",
    holds: (at: { readonly takes: SQL }) =>
      sql`${at.takes} is null or ${memberships.stamps} >= ${at.takes}`,
    words: ({ membership, toTake }: Counted) => ({
      message: "Award can't be canceled due to insufficient Stamps",
      rule: "the stamps of the award are there to go back",
      expected: `${toTake} stamps`,
      found: `${membership.stamps} stamps`,
    }),
  }),
};

const s = rowOf("s", { ...keeps, customerId: 0, now: 0 });

/** Cancels the awards, except those that are canceled. */
export const cancel = updateFrom(
  a,
  { canceledAt: s.now, canceledBy: c.actor },
  {
    from: sql`changed s join calls c on c.n = s.n`,
    where: sql`${a.id} = ${s.awardId} and not ${s.isCanceled}`,
    returning: sql`s.*`,
  },
);

/** Takes back the stamps of the awards that `canceled` has. */
export const takeBack = updateFrom(
  memberships,
  {
    stamps: sql`${memberships.stamps} - ${s.takes}`,
    entryNumber: sql`${memberships.entryNumber} + (${s.takes} > 0)::int`,
  },
  {
    from: sql`canceled s`,
    where: sql`${memberships.customerId} = ${s.customerId}`,
    returning: sql`s.*, ${memberships.entryNumber}`,
  },
);
