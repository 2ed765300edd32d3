import { json, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { eq, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import {
  type Channel,
  chooseTemplate,
  type MessageTemplate,
  smsCountriesDoc,
  templatesDoc,
} from "../../foundation/messages/index.ts";
import { contactOf } from "./booking-message.rules.ts";
import { isByStaff } from "./open-messages.sql.ts";

const { bookings, merchants } = schema;

/** The code of the message about a cancel now; null if the booking can no longer be canceled. */
const code = sql`case ${bookings.status} when 'Requested' then 'booking_declined'
  when 'Confirmed' then 'booking_canceled' end`;

const find = read("booking_cancel_channel", (p: Parameters<{ readonly bookingId: number }>) =>
  rowsOf(bookings, { where: [eq(bookings.id, p("bookingId"))] })
    .join(merchants, sql`true`)
    .one({
      claim: bookings.claim,
      phone: bookings.phone,
      isByStaff,
      merchant: json({ country: merchants.country }),
      templates: templatesDoc(code) as SQL<readonly MessageTemplate[]>,
      smsCountries: smsCountriesDoc as SQL<readonly string[]>,
    }),
);

/**
 * Returns the channel on which the guest would get a message if staff canceled the booking now. Returns null if
 * none would be sent.
 */
export async function findCancelChannel(
  { db, caller }: CoreContext,
  bookingId: number,
): Promise<Channel | null> {
  const found = await run(db, find, { merchantId: caller.merchant.id, bookingId });
  if (!found) return null;
  return chooseTemplate(found.templates, contactOf(found), found.smsCountries)?.channel ?? null;
}
