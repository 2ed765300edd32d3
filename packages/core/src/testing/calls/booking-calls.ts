import type { schema } from "@stampbook/db";
import type { BookingDone, BookingSeen } from "../../bookings/adding/add-booking.rules.ts";
import type { BookingCall } from "../../bookings/adding/add-booking.sql.ts";
import type { Merchant } from "../../context.ts";
import type { Locks, Statement } from "../../writing/statement.ts";
import { runFor } from "../guards.ts";
import type { OpenHarness } from "../open-harness.ts";

/** A merchant, its store, and calls that book there. */
export type BookingCalls = {
  readonly merchant: Merchant;
  readonly store: { readonly id: number };
  /**
   * Makes a call for a Wednesday at 19:30. `phoneSubject` and `networkSubject` are the booking's id, so that no
   * two calls share the budget of a phone number or a network.
   */
  readonly call: (changes?: Partial<BookingCall>) => Promise<BookingCall>;
  /** Runs the calls in one statement. Returns whether each was done, or the SQLSTATE of the error. */
  readonly run: (
    statement: Statement<BookingCall, BookingSeen, BookingDone>,
    calls: readonly BookingCall[],
    locks?: Locks,
  ) => Promise<unknown>;
};

/** Makes the merchant and the store. */
export async function bookingCalls(
  t: OpenHarness,
  row: Partial<typeof schema.stores.$inferInsert> = {},
): Promise<BookingCalls> {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant, row);
  return {
    merchant,
    store,
    call: async (changes = {}) => {
      const booking = await t.deps.ids.take(merchant.id, "bookings");
      return {
        ...{ booking, store: store.id, storeSubject: String(store.id) },
        ...{ claim: "guest@example.com", email: "guest@example.com", memberId: null },
        ...{ firstId: null, customer: null, actor: null, auditEntry: null, address: null },
        ...{ date: "2099-11-25", time: "19:30", phone: "5551234", phoneSubject: `${booking}` },
        ...{
          networkSubject: `${booking}`,
          numberOfPeople: 4,
          notes: null,
          key: null,
          fingerprint: null,
        },
        ...changes,
      };
    },
    run: runFor(t, { merchantId: merchant.id, offsetMs: 0 }),
  };
}
