import type { Actor } from "../audit/index.ts";
import type { Identifier } from "../customers/index.ts";

/** The statuses of a booking. The allowed transitions are in `booking-status.rules.ts`. */
export const bookingStatuses = [
  "Requested",
  "Confirmed",
  "Seated",
  "Completed",
  "Canceled",
  "No-show",
] as const;

export type BookingStatus = (typeof bookingStatuses)[number];

/** A request for a table. */
export type BookingInput = {
  /** An email or a Member ID. It is a claim that nobody has verified. */
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

/** The fields that staff enter when a guest phones or walks in. */
export type StaffBookingInput = Omit<BookingInput, "user"> & {
  /** The guest's name, stored as the claim. It is not looked up. */
  readonly name: string;
  /** The customer whom staff picked; null for a guest. */
  readonly customerId: number | null;
};

/** The answer to the guest. It says nothing about the customer that the claim may match. */
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

/** A booking as staff see it. */
export type Booking = {
  readonly id: number;
  readonly store: { readonly id: number; readonly name: string };
  /** The claim: the email, Member ID or name of the guest, as entered. */
  readonly user: string;
  /** The customer whom the claim matches, or whom staff matched; null for a guest. */
  readonly customer: { readonly id: number; readonly name: string } | null;
  readonly date: string;
  /** `HH:MM:SS` */
  readonly time: string;
  readonly phone: string;
  readonly numberOfPeople: number;
  readonly notes: string | null;
  readonly status: BookingStatus;
  /** A change must name the revision that it is based on. */
  readonly revision: number;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  /** The staff or token that changed it last. */
  readonly decidedBy: Actor | null;
};

/** The booking to decide on, and the revision that the caller saw. */
export type BookingDecision = { readonly id: number; readonly revision: number };

/**
 * Opening hours, `HH:MM`. A span that ends before it starts continues past midnight; equal times mean
 * all day.
 */
export type Span = { readonly from: string; readonly to: string };

/** Spans by weekday, "1" (Monday) to "7"; a weekday without any is closed. */
export type OpeningHours = { readonly [weekday: string]: readonly Span[] };
