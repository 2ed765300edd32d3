import type { Actor } from "../audit/index.ts";
import type { Identifier } from "../customers/index.ts";

/** Where a booking stands; how it gets from one to the next: `booking-status.rules.ts`. */
export const bookingStatuses = [
  "Requested",
  "Confirmed",
  "Seated",
  "Completed",
  "Canceled",
  "No-show",
] as const;

export type BookingStatus = (typeof bookingStatuses)[number];

/** A table that somebody asks for. */
export type BookingInput = {
  /** An email or a Member ID: a claim that nobody has proven. */
  readonly user: Identifier;
  /** The store's id, which names its merchant. */
  readonly store: number;
  /** `YYYY-MM-DD`, in the store's zone. */
  readonly date: string;
  /** `HH:MM`, in the store's zone. */
  readonly time: string;
  readonly phone: string;
  readonly numberOfPeople: number;
  readonly notes: string | null;
};

/** What whoever asked is told: nothing of the customer that the claim may match. */
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
  /** Who says to come, as given. */
  readonly user: string;
  /** Whom the claim matches, or staff matched; null is a guest. */
  readonly customer: { readonly id: number; readonly name: string } | null;
  readonly date: string;
  /** `HH:MM:SS` */
  readonly time: string;
  readonly phone: string;
  readonly numberOfPeople: number;
  readonly notes: string | null;
  readonly status: BookingStatus;
  /** To be named by whoever changes it. */
  readonly revision: number;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  /** Who changed it last. */
  readonly decidedBy: Actor | null;
};

/** Which booking is decided on, and the revision that whoever decides has seen. */
export type BookingDecision = { readonly id: number; readonly revision: number };

/** Hours of a day, `HH:MM`; over midnight where it ends before it begins, all day where it ends then. */
export type Span = { readonly from: string; readonly to: string };

/** Spans by weekday, "1" (Monday) to "7"; a weekday without any is closed. */
export type OpeningHours = { readonly [weekday: string]: readonly Span[] };
