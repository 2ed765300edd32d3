import { insertInto, schema } from "@stampbook/db";
import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { merchantId } from "../../machinery/kernel/index.ts";

/**
 * Notes which message the guests of the bookings in `changed` get, if the merchant has a template for it.
 * `code` is SQL over a changed booking `d` and its call `c`; null for no message. A job fills the template
 * later, because only then is it known what the statement did. With `isAnyway` it is noted without a template
 * too.
 */
export const messageNoted = (code: SQL, isAnyway = sql`false`) =>
  insertInto(
    schema.bookingMessages,
    { bookingId: sql`w.id`, revision: sql`w.revision`, code: sql`w.code`, createdAt: sql`w.now` },
    {
      from: sql`from (select d.id, d.revision, d.now, ${code} as code from changed d join calls c on c.n = d.n) w
  where ${isAnyway} and w.code is not null or ${hasTemplate(sql`w.code`)}`,
    },
  );

/** SQL: whether the merchant has a template with this code, on any channel. */
export const hasTemplate = (code: SQL, merchant: SQL | Placeholder = merchantId) =>
  sql`exists (select 1 from message_templates t where t.merchant_id = ${merchant} and t.code = ${code})`;

/** The message about a new booking. */
export const added = sql`case when c.notify then
    case d.status when 'Confirmed' then 'booking_confirmed' else 'booking_received' end end`;

/** The message about a decision. A request that is canceled is declined. */
export const decided = sql`case when d.status = d.from_status then null
    when d.status = 'Confirmed' then 'booking_confirmed'
    when d.status = 'Canceled' and c.notify then
      case d.from_status when 'Requested' then 'booking_declined' else 'booking_canceled' end end`;

/** The message about another day, time, store or party, while the guests are expected. */
export const changed = sql`case when d.status in ('Requested', 'Confirmed')
    and (d.date, d.time, d.store_id, d.number_of_people)
      is distinct from (d.from_date, d.from_time, d.from_store, d.from_people) then 'booking_changed' end`;

/**
 * The message about the undo of a cancel. The job takes back the one about the cancel, so this is noted
 * without a template too.
 */
export const undone = sql`case when d.from_status = 'Canceled' then
    case d.status when 'Confirmed' then 'booking_confirmed' when 'Requested' then 'booking_received' end end`;
