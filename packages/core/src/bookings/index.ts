export { type AddingContext, addBooking } from "./add-booking.ts";
export {
  checkClaim,
  checkDay,
  checkNumberOfPeople,
  checkPhone,
  checkTimeOfDay,
  MOST_PEOPLE,
} from "./booking-input.rules.ts";
export { transitions } from "./booking-status.rules.ts";
export { cancelBooking } from "./cancel-booking.ts";
export { completeBooking } from "./complete-booking.ts";
export { confirmBooking } from "./confirm-booking.ts";
export { countCallFromAddress } from "./count-call-from-address.ts";
export { findBookings } from "./find-bookings.ts";
export { getBooking } from "./get-booking.ts";
export type { BookingFilters } from "./list.rules.ts";
export { type ListBookingsInput, listBookings } from "./list-bookings.ts";
export { listBookingsOfCustomer } from "./list-bookings-of-customer.ts";
export { markNoShow } from "./mark-no-show.ts";
export { type MatchBookingInput, matchBooking } from "./match-booking.ts";
export { seatBooking } from "./seat-booking.ts";
export {
  type AddedBooking,
  type Booking,
  type BookingDecision,
  type BookingInput,
  type BookingStatus,
  bookingStatuses,
  type OpeningHours,
  type Span,
} from "./types.ts";
