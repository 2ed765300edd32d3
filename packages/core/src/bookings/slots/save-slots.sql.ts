import { run, schema, statement } from "@stampbook/db";
import { and, eq, sql } from "drizzle-orm";
import { changesOf, onRecord } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { mayActIn, otherStore, unknownStore } from "../../running/merchants/index.ts";
import { isCounted, slotOf } from "./slot.sql.ts";

const { bookings, bookingSlots, stores } = schema;
const p = sql.placeholder;

/** The slots of a store. With both set, a slot has `coversPerSlot` seats. Without minutes nobody is counted. */
export type Slots = {
  readonly slotMinutes: number | null;
  readonly coversPerSlot: number | null;
};

const count = statement<null>(
  "count_slots",
  {
    counted: sql`insert into booking_slots (merchant_id, store_id, date, slot, covers)
      select bookings.merchant_id, bookings.store_id, ${bookings.date},
        ${slotOf(sql`${p("slotMinutes")}::int`, bookings.time)} as slot, sum(${bookings.numberOfPeople})
      from bookings
      where ${bookings.merchantId} = ${p("merchantId")} and ${bookings.storeId} = ${p("storeId")}
        and ${isCounted(bookings.status)}
      group by 1, 2, 3, 4`,
  },
  sql`null::json`,
);

/**
 * Sets the slots of a store, and counts the people of all its bookings again. Bookings stay as they are, even if a
 * slot then has too many. No booking of the store is written meanwhile: each waits for the store's row. Throws
 * `invalid_store` for an unknown id, and refuses a store that is not the caller's.
 */
export async function saveSlots(
  ctx: CoreContext,
  { id, ...after }: Slots & { readonly id: number },
): Promise<void> {
  const { caller } = ctx;
  const { id: merchantId } = caller.merchant;
  if (!mayActIn(caller, id)) throw new Failure(otherStore(caller, id));
  const isStore = and(eq(stores.merchantId, merchantId), eq(stores.id, id));
  const ofStore = and(eq(bookingSlots.merchantId, merchantId), eq(bookingSlots.storeId, id));
  await onRecord(
    ctx,
    async ({ db: tx }) => {
      const [before] = await tx
        .select({ slotMinutes: stores.slotMinutes, coversPerSlot: stores.coversPerSlot })
        .from(stores)
        .where(isStore)
        .for("update");
      if (!before) throw new Failure({ ...unknownStore, field: "id" });
      await tx.update(stores).set(after).where(isStore);
      await tx.delete(bookingSlots).where(ofStore);
      const { slotMinutes } = after;
      if (slotMinutes !== null) await run(tx, count, { merchantId, storeId: id, slotMinutes });
      return changesOf(before, after);
    },
    (changes) =>
      Object.keys(changes).length > 0
        ? { action: "settings.stores.saveSlots", subject: `store ${id}`, details: changes }
        : null,
  );
}
