import { clockArm, isHere, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreDeps } from "../../context.ts";
import { OUTDATED } from "../outbox/outbox.rules.ts";
import { isStale, notedAgain } from "../outbox/stale.sql.ts";
import type { Channel } from "../types.ts";

/** The resources that delivery needs. */
export type DeliveryDeps = Pick<CoreDeps, "db" | "secrets" | "clockOffsetMs">;

const p = sql.placeholder;

const due = statement<readonly number[]>(
  "merchants_with_due_messages",
  { clock: clockArm },
  sql`(select coalesce(json_agg(merchant_id order by merchant_id), '[]') from (
    select distinct merchant_id from outbox_messages
    where channel = ${p("channel")} and state = 'waiting'
      and next_attempt_at <= (select now from clock) and ${isHere("merchant_id")}) due)`,
);

/** Returns the ids of merchants with due messages on a channel. */
export function listMerchantsToServe(
  deps: DeliveryDeps,
  channel: Channel,
): Promise<readonly number[]> {
  return run(deps.db, due, { channel, offsetMs: deps.clockOffsetMs });
}

/**
 * The error that a message ends with: the last error, if there is one, then a reason. Does not call
 * `concat_ws`, which is stable: Citus allows no stable function over columns in an UPDATE of a distributed
 * table.
 */
const lastErrorAnd = (lastError: SQL, reason: SQL): SQL =>
  sql`coalesce(${lastError} || ', then ', '') || ${reason}`;

/** A claimed message. Until the lease ends, no other process sends the message. */
export type ClaimedMessage = {
  readonly id: string;
  readonly recipient: string;
  readonly payload: string;
  readonly attempts: number;
};

const claim = statement<{ claimed: ClaimedMessage[]; expired: number }>(
  "claim_messages",
  {
    clock: clockArm,
    // in a separate CTE: Citus allows no stable function over columns, such as this sum, in the UPDATE
    lease_end: sql`select now + ${p("leaseSeconds")} * interval '1 second' as moment from clock`,
    due: sql`select o.merchant_id, o.id, o.kind, o.expires_at <= clock.now as is_late, ${isStale} as is_stale
      from outbox_messages o, clock
      where o.merchant_id = ${p("merchantId")} and o.channel = ${p("channel")}
        and o.state = 'waiting' and o.next_attempt_at <= clock.now
      order by o.next_attempt_at limit ${p("most")}
      for update of o skip locked`,
    expired: sql`update outbox_messages o set state = 'dead', payload = null, ended_at = clock.now,
        last_error = ${lastErrorAnd(
          sql`o.last_error`,
          sql`case when not due.is_stale then 'too late to be sent' when due.kind = 'otp'
            then 'its code is no longer good' else ${sql.raw(`'${OUTDATED}'`)} end`,
        )}
      from due, clock
      where o.merchant_id = ${p("merchantId")} and o.id = due.id and (due.is_late or due.is_stale)
      returning o.id`,
    noted_again: notedAgain,
    claimed: sql`update outbox_messages o set attempts = o.attempts + 1, lease = ${p("lease")},
        next_attempt_at = lease_end.moment
      from due, lease_end
      where o.merchant_id = ${p("merchantId")} and o.id = due.id and not (due.is_late or due.is_stale)
      returning o.id, o.recipient, o.payload, o.attempts`,
  },
  sql`json_build_object('expired', (select count(*) from expired), 'claimed', (
    select coalesce(json_agg(json_build_object('id', id, 'recipient', recipient,
      'payload', payload, 'attempts', attempts)), '[]') from claimed))`,
);

/**
 * Claims at most `most` of a merchant's due messages for `leaseSeconds`. Marks due messages as dead instead
 * if they are expired, or what they say no longer holds. `expired` is the number of these.
 */
export function claimMessages(
  deps: DeliveryDeps,
  wanted: {
    readonly merchantId: number;
    readonly channel: Channel;
    readonly lease: string;
    readonly leaseSeconds: number;
    readonly most: number;
  },
): Promise<{ readonly claimed: readonly ClaimedMessage[]; readonly expired: number }> {
  return run(deps.db, claim, { ...wanted, offsetMs: deps.clockOffsetMs });
}

const ended = statement<null>(
  "end_message",
  {
    clock: clockArm,
    ended: sql`update outbox_messages o set state = ${p("state")},
        payload = case when ${p("state")} = 'dead' then o.payload end, ended_at = clock.now,
        lease = null, provider_id = ${p("providerId")}, last_error = ${p("error")}
      from clock
      where o.merchant_id = ${p("merchantId")} and o.id = ${p("id")}
        and o.lease = ${p("lease")} and o.state = 'waiting'`,
  },
  sql`null`,
);

/** A message, and the lease under which it was claimed. */
export type Leased = { readonly merchantId: number; readonly id: string; readonly lease: string };

/**
 * Marks a message as sent or dead. Deletes the text of a sent message. A dead message keeps its text, so that
 * staff can retry it. Does nothing if another process has taken over the lease.
 */
export async function endMessage(
  deps: DeliveryDeps,
  message: Leased,
  end:
    | { readonly state: "sent"; readonly providerId: string | null }
    | { readonly state: "dead"; readonly error: string },
): Promise<void> {
  const parameters = { providerId: null, error: null, ...message, ...end };
  await run(deps.db, ended, { ...parameters, offsetMs: deps.clockOffsetMs });
}

const rest = statement<null>(
  "rest_message",
  {
    clock: clockArm,
    // in a CTE of its own, because Citus allows no volatile function in an UPDATE of a distributed table, and
    // no stable one over columns
    rest_end: sql`select now + ${p("seconds")} * (0.5 + random() / 2) * interval '1 second' as moment
      from clock`,
    rested: sql`update outbox_messages o set lease = null, last_error = ${p("error")},
        next_attempt_at = case when ${p("isAfterLease")}::boolean
          then greatest(rest_end.moment, o.next_attempt_at) else rest_end.moment end
      from rest_end
      where o.merchant_id = ${p("merchantId")} and o.id = ${p("id")}
        and o.lease = ${p("lease")} and o.state = 'waiting'`,
  },
  sql`null`,
);

/**
 * Delays a message by a random time between half of `seconds` and all of them. Messages that failed together
 * are then retried at different times. If `isAfterLease`, the message also waits until its lease ends.
 */
export async function restMessage(
  deps: DeliveryDeps,
  message: Leased,
  delay: { readonly seconds: number; readonly error: string; readonly isAfterLease: boolean },
): Promise<void> {
  await run(deps.db, rest, { ...message, ...delay, offsetMs: deps.clockOffsetMs });
}

/** The waiting messages of a channel, and the age of the oldest in seconds. */
export type Waiting = {
  readonly count: number;
  /** How many of them were tried before, without success. */
  readonly tried: number;
  readonly oldestS: number;
};

const waiting = statement<Readonly<Partial<Record<Channel, Waiting>>>>(
  "count_waiting_messages",
  {
    clock: clockArm,
    waiting: sql`select channel, count(*) as count, count(*) filter (where attempts > 0) as tried,
        min(created_at) as oldest
      from outbox_messages where state = 'waiting' and ${isHere("merchant_id")}
      group by channel`,
  },
  sql`(select coalesce(json_object_agg(channel, json_build_object('count', count, 'tried', tried,
      'oldestS', extract(epoch from clock.now - oldest)::float8)), '{}') from waiting, clock)`,
);

const none: Waiting = { count: 0, tried: 0, oldestS: 0 };

/** Returns the waiting messages of all merchants, by channel. */
export async function countWaitingMessages(
  deps: Pick<DeliveryDeps, "db" | "clockOffsetMs">,
): Promise<Readonly<Record<Channel, Waiting>>> {
  const found = await run(deps.db, waiting, { offsetMs: deps.clockOffsetMs });
  return { email: none, sms: none, whatsapp: none, ...found };
}

const forget = statement<{ readonly gone: number; readonly cleared: number }>(
  "forget_messages",
  {
    clock: clockArm,
    gone: sql`delete from outbox_messages where merchant_id = ${p("merchantId")}
      and id in (select o.id from outbox_messages o, clock
        where o.merchant_id = ${p("merchantId")} and o.state <> 'waiting'
          and o.created_at < clock.now - interval '30 days'
          and o.ended_at < clock.now - interval '30 days' limit ${p("atOnce")})
      returning 1`,
    // also marks expired waiting messages as dead: on a channel without a sender, no round finds them
    cleared: sql`update outbox_messages m set payload = null, state = 'dead', lease = null,
        ended_at = coalesce(m.ended_at, clock.now), last_error = case when m.state = 'dead'
          then m.last_error else ${lastErrorAnd(sql`m.last_error`, sql`'too late to be sent'`)} end
      from clock
      where m.merchant_id = ${p("merchantId")}
        and m.id in (select o.id from outbox_messages o
          where o.merchant_id = ${p("merchantId")} and o.payload is not null
            and case o.state when 'dead' then (o.expires_at <= clock.now or ${isStale})
                and o.ended_at >= clock.now - interval '30 days'
              when 'waiting' then o.expires_at <= clock.now and o.next_attempt_at <= clock.now end
          limit ${p("atOnce")})
        and (m.state = 'dead' or m.state = 'waiting' and m.next_attempt_at <= clock.now)
      returning 1`,
  },
  sql`json_build_object('gone', (select count(*) from gone),
    'cleared', (select count(*) from cleared))`,
);

/**
 * Deletes at most `atOnce` of a merchant's messages that ended more than 30 days ago. Clears the texts of at
 * most `atOnce` others: dead messages that are expired or no longer hold, and expired waiting messages,
 * which become dead. Returns both numbers.
 */
export function deleteOldMessages(
  deps: Pick<DeliveryDeps, "db" | "clockOffsetMs">,
  merchantId: number,
  atOnce: number,
): Promise<{ readonly gone: number; readonly cleared: number }> {
  return run(deps.db, forget, { merchantId, atOnce, offsetMs: deps.clockOffsetMs });
}
