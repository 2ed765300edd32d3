import type { Scope } from "@stampbook/core/context";
import { schema } from "@stampbook/db";
import { expect } from "vitest";
import type { AnyHouse } from "../../harness.ts";
import { openShop } from "../../shop.ts";

type Row = Partial<typeof schema.bookings.$inferInsert>;

export const byTill = {
  kind: "token",
  id: expect.any(Number),
  name: expect.stringMatching(/^Token /),
};

/** A shop with a till for bookings, and functions that book tables there and look at them. */
export async function openTables(
  house: AnyHouse,
  settings: Partial<typeof schema.merchants.$inferInsert> = {},
) {
  const shop = await openShop(house, settings);
  const { merchant, store } = shop;
  const customer = await shop.customer();

  /** Inserts a booking of the customer, by default a request for 2099. Returns its id. */
  const book = async (row: Row = {}) => {
    const id = await house.core.ids.take(merchant.id, "bookings");
    const made = {
      ...{ storeId: store.id, claim: customer.email, customerId: customer.id },
      ...{ date: "2099-11-21", time: "19:30", phone: "5551234", numberOfPeople: 4 },
      ...{ revision: 1, recordedRevision: 1 },
      ...row,
    };
    await house.core.db.insert(schema.bookings).values({ ...made, merchantId: merchant.id, id });
    return id;
  };

  /** How a booking of `book` is shown. */
  const shown = (id: number, changes: object = {}) => ({
    id,
    store: store.id,
    date: "2099-11-21",
    time: "19:30:00",
    phone: "5551234",
    number_of_people: 4,
    status: "Requested",
    store_code: store.code,
    store_name: "Kemang",
    user: customer.email,
    customer: { id: customer.id, name: "Ayu" },
    notes: "",
    revision: 1,
    next: ["Confirmed", "Seated", "Canceled", "No-show"],
    can_undo_until: null,
    messages: [],
    created: expect.any(Number),
    decided: null,
    decided_by: null,
    ...changes,
  });

  const otherTill = (scopes: Scope[], stores?: number[]) =>
    house.tokenOf(merchant, { scopes, ...(stores && { stores }) });

  /** Looks at a booking until the till may be shown no more customers in this minute. */
  const exhaust = async (id: number) => {
    const look = () => shop.call("/api/v2/bookings/details", { booking_id: id });
    for (let [status] = await look(); status === 200; ) [status] = await look();
  };
  return { ...shop, customer, book, shown, otherTill, exhaust };
}

/** The fewest customers that a merchant's setting may let a till see in a minute. */
export const narrow = { customersShownPerMinute: 100 };

export const undoable = { can_undo_until: expect.any(Number) };

export const decidedByTill = { decided: expect.any(Number), decided_by: byTill };

/** Bodies of refusals that all operations on one booking have. */
export const unknown = { detail: "Booking not found" };

/** Whether an answer says that it repeats an earlier one. */
export const isReplay = ([, , headers]: readonly [unknown, unknown, object]) =>
  new Map(Object.entries(headers)).get("idempotency-replayed") === "true";
