import { customerColumns, customerLookup, identifierForms } from "../../customers/index.ts";
import {
  answers,
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
} from "../../writing/index.ts";
import { bookingJson } from "../booking.sql.ts";
import type { Booking } from "../types.ts";
import { transitions } from "./booking-status.rules.ts";
import type { DecisionSeen } from "./decide-booking.rules.ts";

const types = {
  booking: "bigint",
  revision: "bigint",
  /** The new status. Null for a call that sets the booking's customer and keeps its status. */
  toStatus: "text | null",
  ...customerColumns,
  /** The stores whose bookings the caller may handle. Null: all stores. */
  allowedStores: "bigint[] | null",
  auditEntry: "bigint",
  action: "text",
  actor: "text",
  address: "text | null",
  ...keyColumns,
} as const;

/** The input of the statement for one call. */
export type DecisionCall = CallOf<typeof types>;

const allowed = Object.entries(transitions)
  .flatMap(([from, next]) => next.map((to) => `('${from}', '${to}')`))
  .join(", ");

/** Returns an SQL condition: the booking `b` has the call's revision, and may change to the call's status. */
const canBeDecided = (call: string, timezone: string) => `b.revision = ${call}.revision
      and (${call}.to_status is null or (b.status, ${call}.to_status) in (${allowed}))
      and (${call}.to_status is distinct from 'No-show'
        or b.date + b.time <= date_trunc('second', ${call}.now at time zone ${timezone}))`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  return `
seen as materialized (
  select c.n, c.now, c.revision, c.to_status, b.id as booking_id, u.id as customer_id, s.timezone,
    case when b.id is not null then ${bookingJson} end as booking,
    case when s.id is not null then json_build_object('id', s.id) end as store,
    case when u.id is not null then json_build_object('id', u.id) end as customer,
    coalesce(to_char(c.now at time zone s.timezone, 'YYYY-MM-DD HH24:MI:SS'), '') as local_time,
    (c.allowed_stores is null or s.id = any (c.allowed_stores))
      and ${canBeDecided("c", "s.timezone")}
      and (c.to_status is not null or u.id is not null) as passes
  from calls c
  left join lateral (select b.* from bookings b
    where b.merchant_id = $1 and b.id = c.booking${form.limit}) b on true
  left join lateral (select s.* from stores s
    where s.merchant_id = $1 and s.id = b.store_id${form.limit}) s on true${customerLookup(identifierForms, form)}
),
able as (${firstCalls(form, "seen", ["booking_id"])}
),
locked as materialized (
  select a.n, a.now, a.to_status, a.booking_id, a.customer_id, b.status as from_status
  from able a cross join lateral (select b.status from bookings b
    where b.merchant_id = $1 and b.id = a.booking_id and ${canBeDecided("a", "a.timezone")}
    for no key update ${form.skipLocked}) b
  left join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = a.customer_id and u.anonymized_at is null
    for key share ${form.skipLocked}) u on true
  where u.id is not null or a.to_status is not null
),
decided as (
  update bookings b set status = coalesce(l.to_status, b.status), revision = b.revision + 1,
    customer_id = case when l.to_status is null then l.customer_id else b.customer_id end,
    decided_at = l.now, decided_by = c.actor
  from locked l join calls c on c.n = l.n
  where b.merchant_id = $1 and b.id = l.booking_id
  returning l.n, l.from_status, b.*
),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, details, address, created_at)
  select $1, c.audit_entry, c.action, c.actor, 'booking ' || d.id,
    case when c.to_status is null then json_build_object('customer', d.customer_id)
      else json_build_object('from', d.from_status, 'to', d.status) end,
    c.address, c.now
  from decided d join calls c on c.n = d.n
  returning e.id
),
done as (
  select b.n, ${bookingJson} as outcome
  from decided b left join lateral (select s.id, s.name from stores s
    where s.merchant_id = $1 and s.id = b.store_id${form.limit}) s on true
)${answers(
    "seen",
    "done",
    `'booking', b.booking, 'store', b.store,
    'customer', b.customer, 'now', b.local_time, 'kept', null`,
  )}`;
}

/**
 * Confirms, seats, completes, cancels or matches bookings, or marks no-shows. Writes an audit entry for each.
 * Skips calls that the rules refuse. Of calls for the same booking, only the first is done. Unless the
 * statement waits for locks, skips a call if another transaction has locked its booking or the customer to
 * match.
 */
export const decideBookings = batchStatement<DecisionCall, DecisionSeen, Booking>(
  "decide_bookings",
  columnsOf(types),
  arms,
);
