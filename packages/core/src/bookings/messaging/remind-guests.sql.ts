import { clockArm, insertInto, isHere, run, schema, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { despiteFailures } from "../../foundation/audit/index.ts";
import type { CoreDeps } from "../../foundation/context.ts";
import { hasTemplate } from "./noted.sql.ts";

const p = sql.placeholder;

/** The most bookings that one statement locks. */
const AT_ONCE = 200;

const reminding = statement<readonly number[]>(
  "merchants_that_remind",
  {},
  sql`(select coalesce(json_agg(id order by id), '[]') from merchants
    where booking_reminder_hours is not null and ${isHere("id")})`,
);

const starts = sql`((b.date + b.time) at time zone s.timezone)`;
const at = sql`(select now from clock)`;
const moment = sql`(${starts} - m.booking_reminder_hours * interval '1 hour')`;

export const remind = statement<number>(
  "remind_guests",
  {
    clock: clockArm,
    // a guest who booked, or whose booking was confirmed or moved, after the reminder's moment knows the time
    due: sql`select b.id, ${starts} as starts
      from merchants m, bookings b, stores s
      where m.id = ${p("merchantId")} and b.merchant_id = ${p("merchantId")} and s.merchant_id = ${p("merchantId")}
        and s.id = b.store_id and b.status = 'Confirmed'
        and b.date between (${at} at time zone 'UTC')::date - 1
          and ((${at} + m.booking_reminder_hours * interval '1 hour') at time zone 'UTC')::date + 1
        and ${moment} <= ${at} and ${starts} > ${at}
        and b.reminded_for is distinct from ${starts}
        and ${moment} > coalesce((select max(h.created_at) from booking_changes h
          where h.merchant_id = ${p("merchantId")} and h.booking_id = b.id
            and (h.status <> h.status_before or h.fields ?| array['date', 'time'])), b.decided_at)
        and ${hasTemplate(sql`'booking_reminder'`, p("merchantId"))}
      order by b.date, b.time, b.id limit ${p("most")}
      for no key update of b skip locked`,
    reminded: sql`update bookings b set reminded_for = due.starts from due
      where b.merchant_id = ${p("merchantId")} and b.id = due.id
      returning b.id, b.revision`,
    noted: insertInto(
      schema.bookingMessages,
      {
        bookingId: sql`r.id`,
        revision: sql`r.revision`,
        code: sql`'booking_reminder'`,
        createdAt: sql`clock.now`,
      },
      { from: sql`from reminded r, clock`, end: sql`on conflict do nothing` },
    ),
  },
  sql`to_json((select count(*) from reminded))`,
);

/**
 * Notes a reminder for each Confirmed booking whose time is at most the merchant's `bookingReminderHours`
 * ahead, once for each time that the booking has. Leaves out bookings that were confirmed or moved after
 * their moment. Stops between batches when `isStopped` returns true. Returns the number of reminders.
 */
export async function remindGuests(
  { db, clockOffsetMs: offsetMs }: Pick<CoreDeps, "db" | "clockOffsetMs">,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let reminders = 0;
  async function remindOf(merchantId: number): Promise<void> {
    for (let count = AT_ONCE; count === AT_ONCE && !isStopped(); reminders += count)
      count = await run(db, remind, { merchantId, most: AT_ONCE, offsetMs });
  }
  return despiteFailures(async (attempt) => {
    for (const merchantId of await run(db, reminding, {}))
      await attempt(() => remindOf(merchantId));
    return reminders;
  });
}
