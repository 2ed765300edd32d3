import type { Actor } from "../foundation/audit/index.ts";
import type { BookingMessageCode, Channel } from "../foundation/messages/index.ts";
import type { Identifier } from "../people/customers/index.ts";

/** The statuses of a booking. The allowed transitions are in `booking-status.rules.ts`. */
export const bookingStatuses = [
  "Requested",
  "Confirmed",
  "Seated",
  "Completed",
  "Canceled",
  "No-show",
] as const;

/** One of `bookingStatuses`. */
export type BookingStatus = (typeof bookingStatuses)[number];

/** A request for a table. */
export type BookingInput = {
  /** The guest's email or Member ID: a claim that nobody has verified. */
  readonly user: Identifier;
  /** The store's id. It also determines the merchant. */
  readonly store: number;
  /** `YYYY-MM-DD`, in the store's zone. */
  readonly date: string;
  /** `HH:MM`, in the store's zone. */
  readonly time: string;
  readonly phone: string;
  readonly numberOfPeople: number;
  readonly notes: string | null;
};

/** A request without the guest's claim. */
export type BookingWish = Omit<BookingInput, "user">;

/** The fields that staff enter when a guest phones or walks in. */
export type StaffBookingInput = BookingWish & {
  /** The guest's name, any text, stored as the booking's claim. No customer is looked up by this name. */
  readonly name: string;
  /** The customer whom staff picked. Null if they picked none. */
  readonly customerId: number | null;
  /** Whether to take more seats of the slot than are left. The booking's change says so. */
  readonly ignoreCapacity?: boolean;
  /** Whether the guest gets a message. Default: yes. */
  readonly notify?: boolean;
};

/** A booking as whoever made it sees it. It does not reveal whether the claim matches a customer. */
export type AddedBooking = {
  readonly id: number;
  readonly storeId: number;
  readonly date: string;
  /** `HH:MM:SS` */
  readonly time: string;
  readonly phone: string;
  readonly numberOfPeople: number;
  readonly status: BookingStatus;
};

/** The answer to the guest. */
export type GuestsBooking = AddedBooking & {
  /** The address of the guest's page; null if there is none. */
  readonly link: string | null;
};

/** A booking as its guest sees it by the link: without what others must not learn if it is passed on. */
export type LinkedBooking = {
  readonly id: number;
  readonly date: string;
  /** `HH:MM:SS` */
  readonly time: string;
  readonly numberOfPeople: number;
  readonly status: BookingStatus;
  readonly canCancel: boolean;
  /** Until when the guest could cancel, whatever the status is. */
  readonly cancelUntil: string;
  readonly store: {
    readonly name: string;
    readonly address: string;
    readonly phone: string;
    readonly timezone: string;
  };
  readonly merchant: { readonly name: string; readonly country: string };
};

/** A booking as staff see it. */
export type Booking = {
  readonly id: number;
  readonly store: { readonly id: number; readonly code: string; readonly name: string };
  /** The claim: the email, Member ID or name of the guest, as entered. */
  readonly user: string;
  /** The customer whom the claim matched, or whom staff chose. Null if there is none. */
  readonly customer: { readonly id: number; readonly name: string } | null;
  readonly date: string;
  /** `HH:MM:SS` */
  readonly time: string;
  /** Empty if staff have entered none. */
  readonly phone: string;
  readonly numberOfPeople: number;
  readonly notes: string | null;
  readonly status: BookingStatus;
  /** Rises by 1 with each decision. A decision must name the revision that its caller saw. */
  readonly revision: number;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  /** The member of staff or the token that changed it last. Null before the first change. */
  readonly decidedBy: Actor | null;
  /** Until when the last decision can be undone, even if that is over. Null if it cannot be. */
  readonly canUndoUntil: string | null;
  /** The messages to the guest that are in the outbox, the oldest first. */
  readonly messages: readonly BookingMessage[];
};

/** A message to the guest of a booking. The outbox forgets it 30 days after its end. */
export type BookingMessage = {
  readonly kind: BookingMessageCode;
  readonly channel: Channel;
  readonly state: "waiting" | "sent" | "dead";
  readonly createdAt: string;
  readonly nextAttemptAt: string;
  /** When it was sent or given up. */
  readonly endedAt: string | null;
  /** Why the last attempt failed, or why it is not sent. */
  readonly lastError: string | null;
};

/** A change of a booking, which made this revision. */
export type BookingChange = {
  readonly revision: number;
  readonly statusBefore: BookingStatus;
  readonly status: BookingStatus;
  /** Before and after, by the names of the interface. Empty for a change of the status. */
  readonly fields: Record<string, [before: unknown, after: unknown]>;
  readonly by: Actor;
  /** Whether it took more seats of a slot than the store has. */
  readonly isOverCapacity: boolean;
  readonly createdAt: string;
};

/** A booking with its changes, the oldest first. */
export type BookingWithChanges = Booking & { readonly changes: readonly BookingChange[] };

/** The booking to decide on, and the revision that the caller saw. */
export type BookingDecision = { readonly id: number; readonly revision: number };

/** A cancel. */
export type CancelDecision = BookingDecision & {
  /** Whether the guest gets a message. Default: yes. */
  readonly notify?: boolean;
};

/** A decision or change that may take seats of a slot. */
export type SeatedDecision = BookingDecision & {
  /** Whether to take more seats than are left. The booking's change says so. */
  readonly ignoreCapacity?: boolean;
};

/**
 * A part of the day in which a store is open, from `from` until `to`. Both are `HH:MM`. If `to` is before
 * `from`, the span ends on the next day. Equal times mean 24 hours.
 */
export type Span = { readonly from: string; readonly to: string };

/**
 * Spans by the weekday on which they start, "1" (Monday) to "7" (Sunday). A weekday without spans is closed.
 */
export type OpeningHours = { readonly [weekday: string]: readonly Span[] };
