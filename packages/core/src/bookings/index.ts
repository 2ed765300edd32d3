export { type AddingContext, addBooking } from "./adding/add-booking.ts";
export { addBookingByStaff } from "./adding/add-booking-by-staff.ts";
export { addWalkIn } from "./adding/add-walk-in.ts";
export {
  checkClaim,
  checkDay,
  checkNumberOfPeople,
  checkPhone,
  checkTimeOfDay,
  MOST_PEOPLE,
} from "./adding/booking-input.rules.ts";
export type { CountedCall } from "./adding/calls.rules.ts";
export { countCallFromAddress } from "./adding/calls.sql.ts";
export { type BookingChanges, changeBooking } from "./changing/change-booking.ts";
export { transitions, undoable } from "./deciding/booking-status.rules.ts";
export {
  cancelBooking,
  completeBooking,
  confirmBooking,
  markNoShow,
  matchBooking,
  seatBooking,
} from "./deciding/decide-booking.ts";
export { cancelByLink } from "./linking/cancel-by-link.ts";
export { getBookingByLink } from "./linking/get-booking-by-link.sql.ts";
export { tokenOf } from "./linking/link.rules.ts";
export { findBookings } from "./listing/finding.sql.ts";
export { getBooking } from "./listing/get-booking.sql.ts";
export type { BookingFilters } from "./listing/list.rules.ts";
export { type ListBookingsInput, listBookings } from "./listing/list-bookings.ts";
export { listBookingsOfCustomer } from "./listing/of-customer.sql.ts";
export { type BookingsRead, readBookings } from "./listing/read-bookings.ts";
export { getStoreHours, type StoreDay } from "./listing/store-hours.sql.ts";
export { findCancelChannel } from "./messaging/cancel-channel.sql.ts";
export { remindGuests } from "./messaging/remind-guests.sql.ts";
export { writeBookingMessages } from "./messaging/write-booking-messages.ts";
export { type ShownBooking, showBooking, showDecided } from "./show-booking.ts";
export { type FreeSlots, listFreeSlots, listSlots } from "./slots/list-free-slots.ts";
export { type Slots, saveSlots } from "./slots/save-slots.sql.ts";
export {
  type AddedBooking,
  type Booking,
  type BookingChange,
  type BookingDecision,
  type BookingInput,
  type BookingMessage,
  type BookingStatus,
  type BookingWithChanges,
  bookingStatuses,
  type GuestsBooking,
  type LinkedBooking,
  type OpeningHours,
  type SeatedDecision,
  type Span,
  type StaffBookingInput,
} from "./types.ts";
export { undoBooking } from "./undoing/undo-booking.ts";
