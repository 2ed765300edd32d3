/** The codes of the messages that the guest of a booking gets. Interface 3, Messages to guests. */
export const bookingMessageCodes = [
  "booking_received",
  "booking_confirmed",
  "booking_declined",
  "booking_canceled",
  "booking_changed",
  "booking_reminder",
] as const;

export type BookingMessageCode = (typeof bookingMessageCodes)[number];

const ofCustomers = [
  "otp",
  "minutes",
  "credential",
  "time",
  "receipt",
  "customer_name",
  "merchant_name",
] as const;

const ofBookings = [
  "guest",
  "merchant_name",
  "store_name",
  "store_address",
  "store_phone",
  "date",
  "time",
  "people",
  "booking_id",
  "link",
] as const;

const more: Partial<Record<BookingMessageCode, readonly string[]>> = {
  booking_changed: ["old_date", "old_time", "old_people", "old_store"],
  booking_reminder: ["hours"],
};

/** Whether a template is about a booking. */
export const isBookingMessage = (code: string): code is BookingMessageCode =>
  (bookingMessageCodes as readonly string[]).includes(code);

/** Returns the placeholders that a template with this code may contain. */
export const placeholdersOf = (code: string): readonly string[] =>
  isBookingMessage(code) ? [...ofBookings, ...(more[code] ?? [])] : ofCustomers;
