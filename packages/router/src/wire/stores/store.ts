import type { StoreListed } from "@stampbook/core/merchants";
import { z } from "zod";

const Span = z.object({ from: z.string(), to: z.string() });

/** A store in the answer of `stores`. Keys that clients read and we do not have are null or empty. */
export const Store = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  area: z.string(),
  /** The store's name if it has no other for customers. */
  display_name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  slug: z.null(),
  latitude: z.null(),
  longitude: z.null(),
  timezone: z.string(),
  photo_url: z.null(),
  is_active: z.boolean(),
  description: z.null(),
  regency: z.null(),
  province: z.null(),
  /** By weekday, `1` (Monday) to `7`, in the store's time zone. Null if no hours are set. */
  store_hours: z.record(z.string(), z.array(Span)).nullable(),
  photos_url: z.array(z.string()),
  /** The most people of a booking; null is any number. */
  largest_party: z.int().nullable(),
});

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
    largest_party: store.largestParty,
  };
}
