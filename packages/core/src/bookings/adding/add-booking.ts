import { networkOf } from "../../access/index.ts";
import type { CoreContext, CoreDeps, OpenContext } from "../../context.ts";
import { readIdentifier } from "../../customers/index.ts";
import { Failure } from "../../failures.ts";
import { again, keyOf } from "../../writing/index.ts";
import type { AddedBooking, BookingInput } from "../types.ts";
import { refuseBooking } from "./add-booking.rules.ts";
import { adding, type BookingCall, claimForms } from "./add-booking.sql.ts";
import { unknownStore } from "./booking.rules.ts";
import { checkBookingInput } from "./booking-input.rules.ts";
import { findMerchantOfStore } from "./merchant.sql.ts";

/**
 * The number of last digits by which budgets identify a phone number. The local and the international form
 * of a number have the same last digits.
 */
const PHONE_DIGITS = 8;

/** The process's resources and the request's idempotency key. The caller is anonymous. */
export type AddingContext = CoreDeps &
  Pick<CoreContext, "idempotency"> & {
    /** The guest's address. Absent for work without a call: no network is counted. */
    readonly address?: string;
  };

/**
 * Requests a table. The store determines the merchant. If `user` matches a customer, only staff see the
 * match: the answer stays the same. Refusals: docs/limits.md. Interface B1.
 */
export async function addBooking(deps: AddingContext, input: BookingInput): Promise<AddedBooking> {
  const wrong = checkBookingInput(input);
  if (wrong) throw new Failure(wrong);
  const { user, ...wish } = input;
  const merchantId = await findMerchantOfStore(deps, wish.store);
  if (merchantId === null) throw new Failure(unknownStore);
  const ctx: OpenContext = { ...deps, caller: { kind: "guest", merchant: { id: merchantId } } };
  const { email, memberId } = readIdentifier(user, claimForms, "");
  const call: BookingCall = {
    ...wish,
    email,
    memberId,
    ...{ firstId: null, customer: null, actor: null, auditEntry: null, address: null },
    booking: await ctx.ids.take(merchantId, "bookings"),
    claim: String(user),
    ...subjectsOf(deps, wish),
    ...keyOf(ctx),
  };
  const { changed } = await again(ctx, {
    operation: adding,
    call,
    refuse: (seen) => refuseBooking(seen, input),
    // refusals are not recorded: anyone may call this, and could fill the list of refusals
    record: async () => {},
  });
  return changed;
}

/** Returns the subjects of a booking's budgets. */
function subjectsOf({ secrets, address }: AddingContext, wish: Omit<BookingInput, "user">) {
  const network = address === undefined ? null : networkOf(address);
  const from = network === null ? "" : ` from ${network}`;
  return {
    phoneSubject: secrets.fingerprint(`bookings with ${phoneKey(wish)}${from}`),
    networkSubject: network && secrets.fingerprint(`bookings at ${wish.store}${from}`),
    storeSubject: String(wish.store),
  };
}

/** Returns the last digits of a phone number. Its budget counts bookings by these digits. */
function phoneKey({ phone }: Pick<BookingInput, "phone">): string {
  return phone.replace(/\D/g, "").slice(-PHONE_DIGITS);
}
