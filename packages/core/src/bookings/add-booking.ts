import { spendingOf } from "../budgets/index.ts";
import type { CoreContext, CoreDeps, OpenContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { attempt } from "../redemptions/index.ts";
import {
  type BookingSaving,
  findMerchantOfStore,
  loadAddingScene,
  saveBooking,
} from "./adding.store.ts";
import { judgeBooking, unknownStore } from "./booking.rules.ts";
import { checkBookingInput } from "./booking-input.rules.ts";
import type { AddedBooking, BookingInput } from "./types.ts";

/** Local and international spellings of a number end alike. */
const PHONE_DIGITS = 8;

/** The process's means and the request's key; who calls is not known, and does not matter. */
export type AddingContext = CoreDeps & Pick<CoreContext, "idempotency">;

/**
 * Asks for a table. The store names the merchant; a claim that matches a customer is kept for staff
 * and makes no difference to the answer. Refuses as decisions, section 6. Interface B1.
 */
export async function addBooking(deps: AddingContext, input: BookingInput): Promise<AddedBooking> {
  const wrong = checkBookingInput(input);
  if (wrong) throw new Failure(wrong);
  const merchantId = await findMerchantOfStore(deps, input.store);
  if (merchantId === null) throw new Failure(unknownStore);
  const ctx: OpenContext = { ...deps, caller: { kind: "guest", merchant: { id: merchantId } } };
  return attempt(ctx, {
    operation: "bookings.add",
    subject: "a booking",
    load: () => loadAddingScene(ctx, input),
    decide: ({ store, customer }) => {
      const verdict = judgeBooking(store, input);
      if ("refusal" in verdict) return verdict;
      return { decided: { store: verdict.decided, customer } };
    },
    plan: async ({ store, customer }): Promise<BookingSaving> => ({
      bookingId: await ctx.ids.take(merchantId, "bookings"),
      storeId: store.id,
      claim: String(input.user),
      customerId: customer?.id ?? null,
      date: input.date,
      time: input.time,
      phone: input.phone,
      numberOfPeople: input.numberOfPeople,
      notes: input.notes,
      openingHours: store.openingHours,
    }),
    save: (saving, keyed) =>
      saveBooking(ctx, saving, keyed, [
        spendingOf("bookingsOfStore", saving.storeId),
        spendingOf("bookingsOfPhone", ctx.secrets.fingerprint(`bookings with ${phoneKey(saving)}`)),
      ]),
    tell: (_, booking) => booking,
  });
}

/** What a phone is counted by: its last digits, which are the same with and without a country's code. */
function phoneKey({ phone }: { readonly phone: string }): string {
  return phone.replace(/\D/g, "").slice(-PHONE_DIGITS);
}
