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

/** The last digits are the same in the local and the international form of a number. */
const PHONE_DIGITS = 8;

/** The process's resources and the request's key. The caller is anonymous. */
export type AddingContext = CoreDeps & Pick<CoreContext, "idempotency">;

/**
 * Requests a table. The merchant comes from the store. If the claim matches a customer, staff see the
 * match, but the answer is the same. Refusals: decisions, section 6. Interface B1.
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

/**
 * The part of a phone number that budgets count: its last digits, the same with and without a country
 * code.
 */
function phoneKey({ phone }: { readonly phone: string }): string {
  return phone.replace(/\D/g, "").slice(-PHONE_DIGITS);
}
