import type { StoreListed } from "@stampbook/core/merchants";
import { z } from "zod";
import { idOf } from "../shown.ts";

const Span = z
  .object({
    from: z.string().describe("When it opens, `HH:MM`."),
    to: z.string().describe("When it closes, `HH:MM`."),
  })
  .meta({ id: "OpeningHours", description: "A time of day in which the store is open." });

const SpecialDay = z
  .object({
    date: z.string().describe("The day, `YYYY-MM-DD`."),
    hours: z
      .array(Span)
      .describe("The hours that begin on this day. Empty if the store is closed."),
    name: z.string().describe("What day it is, such as Christmas. May be empty."),
  })
  .meta({ id: "SpecialDay", description: "A day on which a store has other hours." });

const notKept = z.null().describe("Always null: it is not kept.");
const orEmpty = (what: string) => z.string().describe(`${what}. Empty if it is not known.`);

/** A store in the answer of `stores`. Keys that clients read and we do not have are null or empty. */
export const Store = z
  .object({
    id: idOf("the store"),
    name: z.string().describe("The name of the store."),
    code: z.string().describe("The code of the store."),
    area: orEmpty("The area"),
    display_name: z
      .string()
      .describe("The name that customers see: `name`, unless it has another."),
    address: orEmpty("The address"),
    phone: orEmpty("The phone number"),
    email: orEmpty("The email"),
    slug: notKept,
    latitude: notKept,
    longitude: notKept,
    timezone: z.string().describe("The time zone, such as `Asia/Jakarta`."),
    photo_url: notKept,
    is_active: z.boolean().describe("Whether calls may name it."),
    description: notKept,
    regency: notKept,
    province: notKept,
    store_hours: z
      .record(z.string(), z.array(Span))
      .nullable()
      .describe(
        "By weekday, `1` (Monday) to `7`, in the store's time zone. Null if no hours are set.",
      ),
    photos_url: z.array(z.string()).describe("Always empty: photos are not kept."),
    special_days: z
      .array(SpecialDay)
      .describe("Days of the next 366 on which other hours apply, in their order."),
    largest_party: z
      .int()
      .nullable()
      .describe("The most people of a booking. Null for any number."),
    slot_minutes: z
      .int()
      .nullable()
      .describe("The length of a slot of bookings: 15, 30 or 60 minutes. Null: it has no slots."),
    covers_per_slot: z
      .int()
      .nullable()
      .describe("The most people who can arrive in one slot. Null for any number."),
  })
  .meta({ id: "Store", description: "A store of the merchant." });

/** The name of a store that customers see. */
export const displayNameOf = ({ name, displayName }: Pick<StoreListed, "name" | "displayName">) =>
  displayName || name;

export function presentStore(store: StoreListed): z.input<typeof Store> {
  return {
    id: store.id,
    name: store.name,
    code: store.code,
    area: store.area,
    display_name: displayNameOf(store),
    address: store.address,
    phone: store.phone,
    email: store.email,
    slug: null,
    latitude: null,
    longitude: null,
    timezone: store.timezone,
    photo_url: null,
    is_active: store.isActive,
    description: null,
    regency: null,
    province: null,
    store_hours: store.openingHours,
    photos_url: [],
    special_days: store.specialDays.map(({ date, hours, name }) => ({
      date,
      hours: [...hours],
      name,
    })),
    largest_party: store.largestParty,
    slot_minutes: store.slotMinutes,
    covers_per_slot: store.coversPerSlot,
  };
}
