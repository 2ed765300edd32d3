import { nowPlus, schema } from "@stampbook/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { onRecord } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { checkSpecialDays, inOrder, type SpecialDay } from "./special-days.rules.ts";
import { mayActIn, otherStore, unknownStore } from "./store.rules.ts";

const { bookings, stores } = schema;

/**
 * Replaces all special days of a store. `openBookings` is the number of bookings that are Requested or
 * Confirmed for a day that is closed now, from today on; they stay as they are. Throws `invalid_store`
 * for an unknown id, and refuses a store that is not the caller's. The audit entry has the days that differ.
 */
export async function saveSpecialDays(
  ctx: CoreContext,
  { id, specialDays }: { readonly id: number; readonly specialDays: readonly SpecialDay[] },
): Promise<{ readonly openBookings: number }> {
  const { caller, clockOffsetMs } = ctx;
  const refusal = mayActIn(caller, id) ? checkSpecialDays(specialDays) : otherStore(caller, id);
  if (refusal) throw new Failure(refusal);
  const after = inOrder(specialDays);
  const isStore = and(eq(stores.merchantId, caller.merchant.id), eq(stores.id, id));
  const { openBookings } = await onRecord(
    ctx,
    async ({ db: tx }) => {
      const [store] = await tx
        .select({
          days: stores.specialDays,
          today: sql<string>`(${nowPlus(clockOffsetMs)} at time zone ${stores.timezone})::date::text`,
        })
        .from(stores)
        .where(isStore)
        // waits for bookings that are being written, so that they are counted
        .for("update");
      if (!store) throw new Failure({ ...unknownStore, field: "id" });
      const before = inOrder(store.days);
      const changes = { from: without(before, after), to: without(after, before) };
      await tx.update(stores).set({ specialDays: after }).where(isStore);
      const closed = after.filter(({ date, hours }) => date >= store.today && hours.length === 0);
      const open = and(
        eq(bookings.merchantId, caller.merchant.id),
        eq(bookings.storeId, id),
        inArray(
          bookings.date,
          closed.map(({ date }) => date),
        ),
        inArray(bookings.status, ["Requested", "Confirmed"]),
      );
      return { changes, openBookings: await tx.$count(bookings, open) };
    },
    ({ changes: { from, to } }) =>
      from.length + to.length > 0
        ? {
            action: "settings.stores.saveSpecialDays",
            subject: `store ${id}`,
            details: { specialDays: { from, to } },
          }
        : null,
  );
  return { openBookings };
}

/** The days of the list that the other list does not have, or has otherwise. */
function without(days: readonly SpecialDay[], others: readonly SpecialDay[]) {
  const known = new Set(others.map((day) => JSON.stringify(day)));
  return days.filter((day) => !known.has(JSON.stringify(day)));
}
