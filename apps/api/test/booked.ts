import { tokenOf } from "@stampbook/core/bookings";
import type { CoreDeps } from "@stampbook/core/context";
import { schema } from "@stampbook/db";

type Row = typeof schema.bookings.$inferInsert;

/** What differs in the booking that an operation reads or changes, from a request for a later day. */
const needed: Readonly<Record<string, Partial<Row>>> = {
  "bookings.list": {},
  "bookings.details": {},
  "bookings.change": {},
  "bookings.confirm": {},
  "bookings.seat": {},
  "bookings.complete": { status: "Seated" },
  "bookings.cancel": {},
  "bookings.noShow": { date: "2026-11-21" },
  "bookings.undo": { status: "Seated" },
  "bookings.byLink": {},
  "bookings.cancelByLink": {},
};

/** Whether an operation needs a booking that `bookedFor` makes. */
export const needsBooking = (name: string) => name in needed;

/**
 * Inserts a booking that an operation can read or change. Returns its id by both names, its revision and status, and
 * the token of its guest's link.
 */
export async function bookedFor(
  { db, ids, secrets }: CoreDeps,
  name: string,
  owner: Pick<Row, "merchantId" | "storeId"> & { readonly customerId?: number },
) {
  const id = await ids.take(owner.merchantId, "bookings");
  const row = {
    ...{ claim: "customer@example.com", date: "2030-11-21", time: "19:30" },
    ...{ phone: "081239871234", numberOfPeople: 4, notes: "By the window" },
    ...needed[name],
  };
  const isDecided = row.status !== undefined;
  const revision = isDecided ? 2 : 1;
  const decided = { decidedBy: "staff:nobody", decidedAt: new Date().toISOString() };
  await db
    .insert(schema.bookings)
    .values({ ...owner, id, ...row, revision, ...(isDecided ? decided : {}) });
  const change = { ...{ revision, statusBefore: "Confirmed" }, changedBy: decided.decidedBy };
  if (row.status)
    await db
      .insert(schema.bookingChanges)
      .values({ ...change, merchantId: owner.merchantId, bookingId: id, status: row.status });
  const link = { merchantId: owner.merchantId, bookingId: id, ends: 4_000_000_000 };
  const token = tokenOf({ secrets }, link);
  return { id, booking_id: id, revision, status: row.status ?? "Requested", token };
}
