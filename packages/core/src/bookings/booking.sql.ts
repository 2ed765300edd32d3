import { asPart, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { actorJson } from "../audit/index.ts";
import type { Booking } from "./types.ts";

/** The aliases of the tables in `bookingJson`. */
export const b = alias(schema.bookings, "b");
export const s = alias(schema.stores, "s");

const iso = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * SQL for a JSON `Booking`, from the booking's row `b` and its store's row `s`. `$1` is the merchant's id.
 */
export const bookingJson = `json_build_object(
  'id', b.id, 'store', json_build_object('id', s.id, 'name', s.name), 'user', b.claim,
  'customer', (select json_build_object('id', c.id, 'name', c.name) from customers c
    where c.merchant_id = $1 and c.id = b.customer_id),
  'date', b.date, 'time', b.time, 'phone', b.phone, 'numberOfPeople', b.number_of_people,
  'notes', b.notes, 'status', b.status, 'revision', b.revision,
  'createdAt', ${iso("b.created_at")}, 'decidedAt', ${iso("b.decided_at")},
  'decidedBy', ${actorJson("b.decided_by")})`;

/** `bookingJson` for queries that join `b` with `s`. Reads the parameter `merchantId`. */
export const bookingDoc = asPart(
  bookingJson,
  sql`${sql.placeholder("merchantId")}`,
) as SQL<Booking>;
