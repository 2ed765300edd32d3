import type { BookingMessageCode, MessageTemplate } from "../../foundation/messages/index.ts";
import type { BookingChange } from "../types.ts";

/** What decides whether and where the guest of a booking can be reached. */
export type Reachable = {
  readonly claim: string;
  readonly phone: string;
  /** Whether staff booked: the claim is then a name. */
  readonly isByStaff: boolean;
  readonly merchant: { readonly country: string };
  readonly templates: readonly MessageTemplate[];
  /** The countries to which text messages may go. */
  readonly smsCountries: readonly string[];
};

/** A message that a change of a booking has noted, with the current data that its text is made from. */
export type NotedMessage = Reachable & {
  readonly bookingId: number;
  readonly revision: number;
  readonly code: BookingMessageCode;
  /** Whether the message reports an undo. The noted change is then one. */
  readonly isUndo: boolean;
  /** Whether the guest made the change. */
  readonly isByGuest: boolean;
  /** What the noted change changed: each field with its values before and after. */
  readonly changed: BookingChange["fields"];
  /** Whether the message still fits the booking. */
  readonly holds: boolean;
  /** The booking's revision now. */
  readonly shownRevision: number;
  /** The store before the change. Null if it stayed. */
  readonly oldStore: string | null;
  readonly date: string;
  readonly time: string;
  readonly numberOfPeople: number;
  /** The booking's time, in seconds since 1970. */
  readonly starts: number;
  /** The seconds until then. */
  readonly secondsLeft: number;
  readonly store: { readonly name: string; readonly address: string; readonly phone: string };
  readonly merchant: {
    readonly id: number;
    readonly name: string;
    readonly country: string;
    readonly bookingLinks: boolean;
  };
};
