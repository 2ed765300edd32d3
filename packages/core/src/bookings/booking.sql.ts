import { asPart, insertInto, schema } from "@stampbook/db";
import { type Column, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { actorJson } from "../foundation/audit/index.ts";
import { undoable } from "./deciding/booking-status.rules.ts";
import type { Booking } from "./types.ts";

/** The tables of `bookingDoc`, as `b` and `s` in SQL. */
export const bookings = alias(schema.bookings, "b");
export const stores = alias(schema.stores, "s");

const iso = (column: string) =>
  `to_char((${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: whether a change `h` is a decision that can be undone, unless too much time has passed. */
export const isUndoable = `not h.is_undo and h.status <> h.status_before
      and h.status in (${undoable.map((status) => `'${status}'`).join(", ")}) and h.changed_by <> 'guest'`;

/**
 * SQL for a JSON `Booking`, from `row`, the name of a row of bookings, and `store`, SQL of its store as JSON.
 * `changes` has the booking's last change: in a statement that has just made it, the CTE that recorded it.
 * `$1` is the merchant's id.
 */
export const bookingJson = (
  row: string,
  store: string,
  changes: "booking_changes" | "recorded" = "booking_changes",
) => `json_build_object(
  'id', ${row}.id, 'store', ${store}, 'user', ${row}.claim,
  'customer', (select json_build_object('id', c.id, 'name', c.name) from customers c
    where c.merchant_id = $1 and c.id = ${row}.customer_id),
  'date', ${row}.date, 'time', ${row}.time, 'phone', ${row}.phone, 'numberOfPeople', ${row}.number_of_people,
  'notes', ${row}.notes, 'status', ${row}.status, 'revision', ${row}.revision,
  'createdAt', ${iso(`${row}.created_at`)}, 'decidedAt', ${iso(`${row}.decided_at`)},
  'decidedBy', ${actorJson(`${row}.decided_by`)},
  'canUndoUntil', (select ${iso("h.created_at + m.booking_undo_minutes * interval '1 minute'")}
    from ${changes} h join merchants m on m.id = h.merchant_id
    where h.merchant_id = $1 and h.booking_id = ${row}.id and h.revision = ${row}.revision and ${isUndoable}
      and m.booking_undo_minutes > 0),
  'messages', (select coalesce(json_agg(json_build_object('kind', n.code, 'channel', x.channel, 'state', x.state,
      'createdAt', ${iso("x.created_at")}, 'nextAttemptAt', ${iso("x.next_attempt_at")},
      'endedAt', ${iso("x.ended_at")}, 'lastError', x.last_error) order by x.created_at, x.id), '[]')
    from booking_messages n join outbox_messages x on x.merchant_id = n.merchant_id and x.id = n.message_id
    where n.merchant_id = $1 and n.booking_id = ${row}.id))`;

/** SQL for the store of a JSON `Booking`, from `row`, the name of the store's row. */
export const storeJson = (row: string) =>
  `json_build_object('id', ${row}.id, 'code', ${row}.code, 'name', ${row}.name)`;

/** `bookingJson` for queries that join `b` with `s`. Reads the parameter `merchantId`. */
export const bookingDoc = asPart(
  bookingJson("b", storeJson("s")),
  sql`${sql.placeholder("merchantId")}`,
) as SQL<Booking>;

const { bookingChanges } = schema;

/**
 * Inserts what `changed` did into `booking_changes`, for the rows `d` that meet `where`. They have the
 * booking's columns, `now`, and `from_status`, the status before. `fields` is SQL of the changed fields.
 */
export const changeRecorded = ({
  fields = sql`'{}'::jsonb`,
  isUndo = sql`false`,
  isOverCapacity,
  where = sql`true`,
}: {
  readonly fields?: SQL;
  readonly isUndo?: SQL;
  readonly isOverCapacity: SQL;
  readonly where?: SQL;
}) =>
  insertInto(
    bookingChanges,
    {
      bookingId: sql`d.id`,
      revision: sql`d.revision`,
      statusBefore: sql`d.from_status`,
      status: sql`d.status`,
      fields,
      isUndo,
      isOverCapacity,
      changedBy: sql`d.decided_by`,
      createdAt: sql`d.now`,
    },
    { from: sql`from changed d where ${where}`, end: sql`returning *` },
  );

/**
 * The new values of `revision`, and of `recorded_revision`, which follows it if all changes before are
 * recorded.
 */
export const nextRevision = (bk: Readonly<Record<"revision" | "recordedRevision", Column>>) => ({
  revision: sql`${bk.revision} + 1`,
  recordedRevision: sql`case when ${bk.recordedRevision} = ${bk.revision} then ${bk.revision} + 1
    else ${bk.recordedRevision} end`,
});
