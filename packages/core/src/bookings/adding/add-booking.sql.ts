import { customerLookup, type IdentifierForm } from "../../customers/index.ts";
import {
  answers,
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../writing/index.ts";
import type { BookingDone, BookingSeen } from "./add-booking.rules.ts";
import {
  budgetsAreSpent,
  countArms,
  hasBudgets,
  periodColumns,
  periodLookups,
  periodsJson,
  spendArm,
  subjectColumns,
} from "./spending.sql.ts";

/** The operation's name in idempotency keys. */
export const operation = "bookings.add";

/** The kinds of identifier by which a guest can name the customer, in the order of the look-ups. */
export const claimForms = ["email", "memberId"] as const satisfies readonly IdentifierForm[];

const types = {
  booking: "bigint",
  store: "bigint",
  claim: "text",
  email: "text | null",
  memberId: "text | null",
  firstId: "bigint | null",
  /** The customer whom staff chose. Null if they chose none, or if a guest books. */
  customer: "bigint | null",
  date: "date",
  time: "time",
  phone: "text",
  numberOfPeople: "int",
  notes: "text | null",
  /** The member of staff who books, and the id of the audit entry. Null if a guest books. */
  actor: "text | null",
  auditEntry: "bigint | null",
  address: "text | null",
  ...subjectColumns,
  ...keyColumns,
} as const;

/** The input of the statement for one call. */
export type BookingCall = CallOf<typeof types>;

/** Returns an SQL condition: a span `h` of the store's opening hours on the date `day` meets `holds`. */
const hasSpan = (day: string, holds: string) => `exists (
        select 1 from jsonb_to_recordset(s.opening_hours -> extract(isodow from ${day})::text)
          as h ("from" text, "to" text) where ${holds})`;

/**
 * Returns an SQL condition: the clock of the store `s` shows the time of `call` on its date. Between the two
 * moments of a time that daylight saving skips, a conversion there and back gives another time.
 */
const isShown = (call: string) =>
  `(${call}.date + ${call}.time) at time zone s.timezone at time zone s.timezone = ${call}.date + ${call}.time`;

/**
 * Returns an SQL condition: the store `s` accepts the booking of `call`. `call` is the alias of a row of
 * `calls` or of `able`.
 */
function accepts(call: string): string {
  const time = `to_char(${call}.time, 'HH24:MI')`;
  return `s.is_active
      and ${call}.date + ${call}.time >= date_trunc('minute', ${call}.now at time zone s.timezone)
      and ${isShown(call)}
      and (s.opening_hours is null
        or ${hasSpan(`${call}.date`, `h."from" <= ${time} and (${time} < h."to" or h."to" <= h."from")`)}
        or ${hasSpan(`${call}.date - 1`, `h."to" <= h."from" and ${time} < h."to"`)})
      and (s.largest_party is null or ${call}.number_of_people <= s.largest_party)`;
}

/** Returns the SQL that follows the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.date, c.time, c.number_of_people, s.id as store_id,
    c.customer as picked_id, u.id as customer_id, ${periodColumns},
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name,
      'isActive', s.is_active, 'today', (c.now at time zone s.timezone)::date,
      'time', to_char(c.now at time zone s.timezone, 'HH24:MI:SS'),
      'skipsTime', not (${isShown("c")}), 'largestParty', s.largest_party, 'openingHours', s.opening_hours) end as store,
    case when u.id is not null then json_build_object('id', u.id) end as customer,
    ${periodsJson} as periods, ${key.keptJson} as kept,
    ${accepts("c")}
      and (c.customer is null or u.id is not null)
      and ${hasBudgets}
      and ${key.isNew} as passes
  from calls c
  left join lateral (select s.* from stores s
    where s.merchant_id = $1 and s.id = c.store${form.limit}) s on true${customerLookup([...claimForms, "id"], form)}${periodLookups(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["key"])}
),${countArms(form)},
locked as materialized (
  select a.n, a.now, a.key, a.fingerprint, a.customer_id, s.id as store_id
  from able a join affordable f on f.n = a.n
  cross join lateral (select s.id from stores s
    where s.merchant_id = $1 and s.id = a.store_id and ${accepts("a")}
    for key share ${form.skipLocked}) s
  left join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = a.picked_id and u.anonymized_at is null
    for key share ${form.skipLocked}) u on true
  where u.id is not null or a.picked_id is null
),${key.owned}
taken as materialized (
  select l.* from locked l where ${key.isOwned}
),${spendArm},
booked as (
  insert into bookings as b (merchant_id, id, store_id, claim, customer_id, date, time, phone,
    number_of_people, notes, created_at, status, revision, decided_at, decided_by)
  select $1, c.booking, l.store_id, c.claim, l.customer_id, c.date, c.time, c.phone,
    c.number_of_people, c.notes, l.now,
    case when c.actor is null then 'Requested' else 'Confirmed' end,
    case when c.actor is null then 1 else 2 end,
    case when c.actor is not null then l.now end, c.actor
  from taken l join calls c on c.n = l.n
  returning b.*
),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, details, address, created_at)
  select $1, c.audit_entry, '${operation}', c.actor, 'booking ' || b.id,
    json_build_object('customer', b.customer_id, 'date', b.date, 'time', to_char(b.time, 'HH24:MI'),
      'numberOfPeople', b.number_of_people),
    c.address, b.created_at
  from booked b join calls c on c.booking = b.id
  where c.actor is not null
  returning e.id
),
done as (
  select l.n, l.key, json_build_object('frame', json_build_object(), 'changed', json_build_object(
    'id', b.id, 'storeId', b.store_id, 'date', b.date, 'time', b.time, 'phone', b.phone,
    'numberOfPeople', b.number_of_people, 'status', b.status)) as outcome
  from taken l join calls c on c.n = l.n join booked b on b.id = c.booking
)${key.outcome}${answers("seen", "done", "'store', b.store, 'customer', b.customer, 'periods', b.periods, 'kept', b.kept")}
where ${budgetsAreSpent}`;
}

/**
 * Adds bookings. A guest's booking is a request. A staff booking is confirmed, has an audit entry and spends
 * no budget. Skips calls that the rules refuse, and calls whose idempotency key already has an outcome. Of
 * calls with the same key, only the first is done. Calls of a batch spend a budget in their order, and are
 * skipped when it is used up. Unless the statement waits for locks, skips a call if another transaction has
 * locked one of its rows.
 */
export const addBookings = batchStatement<BookingCall, BookingSeen, BookingDone>(
  "add_bookings",
  columnsOf(types),
  arms,
);
/**
 * The operation of `addBookings`. Bookings of one store change the same budget row, so they have a shared
 * subject: while a batch with that subject is under way, other bookings of the store wait.
 */
export const adding = {
  name: operation,
  statement: addBookings,
  subjects: () => [],
  shared: ({ store }: BookingCall) => [`store ${store}`],
};
