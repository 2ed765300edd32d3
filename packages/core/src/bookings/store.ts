import { clockArm, now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { actorDoc, auditArm, type auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import {
  customerArm,
  customerParameters,
  type Identifier,
  readIdentifier,
} from "../customers/index.ts";
import { changedOrRefuse } from "../retries/index.ts";
import type { DecidedBooking, DecisionScene } from "./booking-decision.rules.ts";
import type { Booking } from "./types.ts";

const p = sql.placeholder;

const iso = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A booking as a `Booking`, from its row `b` and its store's row `s`. Reads `merchantId`. */
export const bookingDoc: SQL = sql`json_build_object(
  'id', b.id, 'store', json_build_object('id', s.id, 'name', s.name), 'user', b.claim,
  'customer', (select json_build_object('id', c.id, 'name', c.name) from customers c
    where c.merchant_id = ${p("merchantId")}::bigint and c.id = b.customer_id),
  'date', b.date, 'time', b.time, 'phone', b.phone, 'numberOfPeople', b.number_of_people,
  'notes', b.notes, 'status', b.status, 'revision', b.revision,
  'createdAt', ${iso(sql`b.created_at`)}, 'decidedAt', ${iso(sql`b.decided_at`)},
  'decidedBy', ${actorDoc(sql`b.decided_by`)})`;

const load = statement<DecisionScene>(
  "load_booking",
  {
    clock: clockArm,
    booking: sql`select * from bookings
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("bookingId")}::bigint`,
    store: sql`select s.* from booking b
      join stores s on s.merchant_id = b.merchant_id and s.id = b.store_id`,
    customer: customerArm,
  },
  sql`json_build_object(
    'booking', (select ${bookingDoc} from booking b, store s),
    'store', (select json_build_object('id', id) from store),
    'customer', (select json_build_object('id', id) from customer),
    'now', coalesce((select to_char(now at time zone timezone, 'YYYY-MM-DD HH24:MI:SS')
      from store, clock), ''))`,
);

/** Loads a booking, the current time in its store, and the customer whom `user` identifies. */
export function loadBooking(
  ctx: CoreContext,
  bookingId: number,
  user: Identifier | null = null,
): Promise<DecisionScene> {
  const { merchant } = ctx.caller;
  const forms = user === null ? [] : (["email", "memberId", "mobileNumber", "id"] as const);
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    bookingId,
    ...customerParameters(readIdentifier(user ?? "", forms, merchant.country)),
  });
}

/** The data of a decision, as parameters of one statement. */
export type DecisionSaving = DecidedBooking & {
  readonly bookingId: number;
  readonly revision: number;
  readonly actor: string;
  /** The audit entry of the decision. */
  readonly audit: Awaited<ReturnType<typeof auditParameters>>;
};

const save = statement<Booking>(
  "save_booking_decision",
  {
    decided: sql`update bookings set status = ${p("to")}::text,
        customer_id = coalesce(${p("customerId")}::bigint, customer_id),
        revision = revision + 1, decided_at = ${now}, decided_by = ${p("actor")}::text
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("bookingId")}::bigint
        and revision = ${p("revision")}::int and status = ${p("from")}::text
      returning *`,
    audit: auditArm(sql`decided`),
    changed: sql`select ${bookingDoc} as doc from decided b
      join stores s on s.merchant_id = b.merchant_id and s.id = b.store_id`,
  },
  changedOrRefuse,
);

/**
 * Writes a decision and its audit entry if the booking still has the revision. Otherwise writes nothing
 * and refuses.
 */
export function saveDecision(
  ctx: CoreContext,
  { audit, ...saving }: DecisionSaving,
): Promise<Booking> {
  return run(ctx.db, save, { ...saving, ...audit });
}
