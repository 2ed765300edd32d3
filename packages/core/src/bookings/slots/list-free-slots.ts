import type { Caller, CoreContext, CoreDeps } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import {
  findStore,
  inactiveStore,
  readStoreRef,
  type StoreRef,
  unknownStore,
} from "../../running/merchants/index.ts";
import { findMerchantOfStore } from "../adding/add-booking.ts";
import { isTooLarge } from "../adding/booking.rules.ts";
import { mayHandleBookings } from "../deciding/decide-booking.rules.ts";
import { type FreeSlot, selectFreeSlots } from "./free-slots.sql.ts";

/** How far ahead the slots of a day can be read. */
const MOST_DAYS_AHEAD = 366;
const DAY_MS = 86_400_000;

/** The day and party for which slots are wanted. */
export type SlotsWish = { readonly date: string; readonly numberOfPeople: number };

/** The slots of a store on a day. */
export type FreeSlots = {
  readonly store: number;
  readonly date: string;
  readonly timezone: string;
  readonly isOpen: boolean;
  /** Why it is closed; null if it is open. */
  readonly reason: "closed" | "special_day" | null;
  readonly slotMinutes: number | null;
  /** The most people of a slot. Null if any number may come. */
  readonly coversPerSlot: number | null;
  readonly slots: readonly FreeSlot[];
};

/** Names the inputs in refusals. */
const names = { guest: "number_of_people", staff: "numberOfPeople" } as const;

async function slotsAt(
  deps: CoreDeps,
  merchantId: number,
  { date, numberOfPeople, ...store }: SlotsWish & { readonly storeId: number },
  caller: { readonly kind: keyof typeof names; readonly hasFigures: boolean },
): Promise<FreeSlots> {
  const { hasFigures } = caller;
  const read = { ...store, date, people: numberOfPeople, hasFigures };
  const found = await selectFreeSlots(deps, merchantId, read);
  if (!found) throw new Failure(unknownStore);
  if (!found.isActive) throw new Failure(inactiveStore(found));
  const last = new Date(Date.parse(found.today) + MOST_DAYS_AHEAD * DAY_MS);
  const to = last.toISOString().slice(0, 10);
  if (date < found.today || date > to)
    throw new Failure({
      ...{ code: "invalid", field: "date" },
      message: `A day from ${found.today} to ${to} is expected.`,
    });
  if (found.largestParty !== null && numberOfPeople > found.largestParty)
    throw new Failure({
      code: "invalid",
      ...isTooLarge(found, numberOfPeople, names[caller.kind]),
    });
  const { id, timezone, isOpen, isSpecial, slotMinutes, coversPerSlot, slots } = found;
  const closed = isSpecial ? "special_day" : "closed";
  return {
    ...{ store: id, date, timezone, isOpen, slotMinutes, slots },
    reason: isOpen ? null : closed,
    coversPerSlot: slotMinutes === null ? null : coversPerSlot,
  };
}

/** The store of the caller's that it names by id or code. Null if there is none. */
async function findOwnStore(ctx: CoreContext, named: StoreRef): Promise<number | null> {
  return findStore(ctx, named).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
}

/** What the caller sees of its own store. */
function slotsFor(ctx: CoreContext, wish: SlotsWish & { readonly storeId: number }) {
  const { caller } = ctx;
  const kind = caller.kind === "staff" ? "staff" : "guest";
  const hasFigures = mayHandleBookings(caller);
  return slotsAt(ctx, caller.merchant.id, wish, { kind, hasFigures });
}

/** The slots of a store of the caller's, with the people of each slot. Throws as `listFreeSlots`. */
export async function listSlots(
  ctx: CoreContext,
  { store, ...wish }: SlotsWish & { readonly store: StoreRef },
): Promise<FreeSlots> {
  return slotsFor(ctx, { ...wish, storeId: await findStore(ctx, store) });
}

/**
 * Returns the free times of a store for anyone. A token names its own stores also by code, and sees the people of
 * each slot if it handles bookings; it is ignored for other stores. Throws `invalid_store` for an unknown or
 * inactive store, and `invalid` for a day or a party for which it takes no bookings. Interface 3, B11.
 */
export async function listFreeSlots(
  deps: CoreDeps,
  caller: Caller,
  { store, ...wish }: SlotsWish & { readonly store: StoreRef },
): Promise<FreeSlots> {
  if (caller.kind !== "anonymous") {
    const ctx: CoreContext = { ...deps, caller };
    const own = await findOwnStore(ctx, store);
    if (own !== null) return slotsFor(ctx, { ...wish, storeId: own });
  }
  const { storeId } = readStoreRef(store);
  const merchantId = storeId === null ? null : await findMerchantOfStore(deps, storeId);
  if (storeId === null || merchantId === null) throw new Failure(unknownStore);
  return slotsAt(deps, merchantId, { ...wish, storeId }, { kind: "guest", hasFigures: false });
}
