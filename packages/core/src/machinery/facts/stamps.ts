import { type SQL, sql } from "drizzle-orm";
import { insertStampEntries, lastDay, type StampCause } from "../../holding/stamps/index.ts";
import { check, fact, rowOf, updateFrom } from "../kernel/index.ts";
import { memberships } from "./member.ts";
import { tooFewStamps } from "./stamps.rules.ts";

type ByHand = {
  /** The stamps to add; below zero to take. */
  readonly delta: SQL;
  /** The id that the ledger entry names as its cause. */
  readonly causeId: SQL;
  /** The last day of the stamps. By default null: they never expire, or are taken. */
  readonly expiresOn?: SQL;
};

/** Stamps to add to the member's or to take from them. */
export const byHand = ({ delta, causeId, expiresOn = sql`null::date` }: ByHand) =>
  fact({
    call: {},
    joins: () => sql``,
    keeps: { delta, causeId, expiresOn },
    shows: {},
  });

/** The last day of stamps that are given today. Null if the merchant's stamps never expire. */
export const merchantsLastDay = sql.raw(lastDay);

type Held = { readonly membership: { readonly stamps: number } };

/** Whether the member holds the stamps to take. `taken` is how many a call takes. */
export const areHeld = <Call>(taken: (call: Call) => number, field?: string) =>
  check({
    code: "insufficient_stamps",
    again: "ms",
    holds: ({ delta }: { readonly delta: SQL }) => sql`${memberships.stamps} + ${delta} >= 0`,
    words: ({ membership }: Held, call: Call) =>
      tooFewStamps(membership.stamps, taken(call), field),
  });

const l = rowOf("l", { delta: 0, expiresOn: 0, customerId: 0 });

/** Changes the member's stamps, and the day on which to look for expired ones. */
export const change = (isOwned: SQL) =>
  updateFrom(
    memberships,
    {
      stamps: sql`${memberships.stamps} + ${l.delta}`,
      entryNumber: sql`${memberships.entryNumber} + 1`,
      nextExpiryOn: sql`least(${memberships.nextExpiryOn}, ${l.expiresOn})`,
    },
    {
      from: sql`locked l`,
      where: sql`${memberships.customerId} = ${l.customerId} and ${isOwned}`,
      returning: sql`l.*, ${memberships.stamps}, ${memberships.entryNumber}`,
    },
  );

/** The ledger entries of the changes. */
export const entries = (cause: StampCause) =>
  sql.raw(
    insertStampEntries("changed", {
      cause,
      causeId: "s.cause_id",
      delta: "s.delta",
      expiresOn: "s.expires_on",
    }),
  );
