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

/** How a guest names the customer who comes, in the order of the look-ups. */
export const claimForms = ["email", "memberId"] as const satisfies readonly IdentifierForm[];

const types = {
  booking: "bigint",
  store: "bigint",
  claim: "text",
  email: "text | null",
  memberId: "text | null",
  date: "date",
  time: "time",
  phone: "text",
  numberOfPeople: "int",
  notes: "text | null",
  ...subjectColumns,
  ...keyColumns,
} as const;

/** What the statement is sent for one call. */
export type BookingCall = CallOf<typeof types>;

/** Whether a span of opening hours on some day holds. */
const hasSpan = (day: string, holds: string) => `exists (
        select 1 from jsonb_to_recordset(s.opening_hours -> extract(isodow from ${day})::text)
          as h ("from" text, "to" text) where ${holds})`;

/** Whether the store's row `s` accepts the booking of `call`, a row of `calls` or `seen`. */
function accepts(call: string): string {
  const time = `to_char(${call}.time, 'HH24:MI')`;
  return `s.is_active
      and ${call}.date + ${call}.time >= date_trunc('minute', ${call}.now at time zone s.timezone)
      and (s.opening_hours is null
        or ${hasSpan(`${call}.date`, `h."from" <= ${time} and (${time} < h."to" or h."to" <= h."from")`)}
        or ${hasSpan(`${call}.date - 1`, `h."to" <= h."from" and ${time} < h."to"`)})
      and (s.largest_party is null or ${call}.number_of_people <= s.largest_party)`;
}

/** The statement's arms after `calls`, and its select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.date, c.time, c.number_of_people, s.id as store_id,
    u.id as customer_id, ${periodColumns},
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name,
      'isActive', s.is_active, 'today', (c.now at time zone s.timezone)::date,
      'time', to_char(c.now at time zone s.timezone, 'HH24:MI:SS'),
      'largestParty', s.largest_party, 'openingHours', s.opening_hours) end as store,
    ${periodsJson} as periods, ${key.keptJson} as kept,
    ${accepts("c")}
      and ${hasBudgets}
      and ${key.isNew} as passes
  from calls c
  left join lateral (select s.* from stores s
    where s.merchant_id = $1 and s.id = c.store${form.limit}) s on true${customerLookup(claimForms, form)}${periodLookups(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["key"])}
),${countArms(form)},
locked as materialized (
  select a.n, a.now, a.key, a.fingerprint, a.customer_id, s.id as store_id
  from able a join affordable f on f.n = a.n
  cross join lateral (select s.id from stores s
    where s.merchant_id = $1 and s.id = a.store_id and ${accepts("a")}
    for key share ${form.skipLocked}) s
),${key.owned}
taken as materialized (
  select l.* from locked l where ${key.isOwned}
),${spendArm},
booked as (
  insert into bookings as b (merchant_id, id, store_id, claim, customer_id, date, time, phone,
    number_of_people, notes, created_at)
  select $1, c.booking, l.store_id, c.claim, l.customer_id, c.date, c.time, c.phone,
    c.number_of_people, c.notes, l.now
  from taken l join calls c on c.n = l.n
  returning b.*
),
done as (
  select l.n, l.key, json_build_object('frame', json_build_object(), 'changed', json_build_object(
    'id', b.id, 'storeId', b.store_id, 'date', b.date, 'time', b.time, 'phone', b.phone,
    'numberOfPeople', b.number_of_people, 'status', b.status)) as outcome
  from taken l join calls c on c.n = l.n join booked b on b.id = c.booking
)${key.outcome}${answers("seen", "done", "'store', b.store, 'periods', b.periods, 'kept', b.kept")}
where ${budgetsAreSpent}`;
}

/**
 * Requests tables. A call is done exactly if the rules have nothing against it, nothing is kept under its
 * key, no call before it in the batch has the same key, enough is left of the budgets for it and those
 * before it, and no other transaction holds these rows.
 */
export const addBookings = batchStatement<BookingCall, BookingSeen, BookingDone>(
  "add_bookings",
  columnsOf(types),
  arms,
);
