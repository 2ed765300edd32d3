import type { StoreNow } from "../merchants/types.ts";

/**
 * Limits on where and when a voucher, reward or promo code can be redeemed. An empty list or a null date is
 * no limit.
 */
export type Availability = {
  readonly isActive: boolean;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly stores: readonly number[];
  readonly channels: readonly number[];
};

/** Why a voucher, reward or promo code cannot be redeemed, with the expected and the found value. */
export type Unavailable = {
  readonly why: "inactive" | "not started" | "ended" | "store" | "channel";
  readonly message: string;
  readonly rule: string;
  readonly expected: string;
  readonly found: string;
};

/** The names of the channels, by number. Source: decisions, section 3. */
export const channelNames: Readonly<Record<number, string>> = {
  1: "Mobile App",
  2: "POS",
  3: "Kiosk",
  4: "Web",
  5: "Android",
  6: "iOS",
  7: "Call Center",
  8: "GrabFood",
  9: "GoFood",
};

/** Returns a channel's name. Returns its number as text if the channel is unknown. */
export function channelName(channel: number): string {
  return channelNames[channel] ?? String(channel);
}

/**
 * Returns why `thing` cannot be redeemed in this store and channel; null if it can. Compares days in the
 * store's calendar, as `isInDays` does in SQL. `endDate` is the last valid day. If `thing` is limited to
 * channels, a null channel is refused. `noun` begins the message: "This voucher", "Reward Coffee".
 */
export function findUnavailable(
  noun: string,
  thing: Availability,
  at: { readonly store: StoreNow; readonly channel: number | null },
): Unavailable | null {
  const { store, channel } = at;
  if (!thing.isActive)
    return {
      why: "inactive",
      message: `${noun} is not active`,
      rule: "is active",
      expected: "active",
      found: "not active",
    };
  if (thing.startDate !== null && store.today < thing.startDate)
    return {
      why: "not started",
      message: `${noun} starts on ${thing.startDate}`,
      rule: "has started in the store's calendar",
      expected: `from ${thing.startDate}`,
      found: store.today,
    };
  if (thing.endDate !== null && store.today > thing.endDate)
    return {
      why: "ended",
      message: `${noun} expired on ${thing.endDate}`,
      rule: "has not ended in the store's calendar",
      expected: `through ${thing.endDate}`,
      found: store.today,
    };
  if (thing.stores.length > 0 && !thing.stores.includes(store.id))
    return {
      why: "store",
      message: `${noun} is not available at ${store.name}`,
      rule: "is available at the store",
      expected: `stores ${thing.stores.join(", ")}`,
      found: `store ${store.id}`,
    };
  if (thing.channels.length > 0 && (channel === null || !thing.channels.includes(channel)))
    return {
      why: "channel",
      message: `${noun} is available on these channels only: ${thing.channels.map(channelName).join(", ")}`,
      rule: "is available on the channel",
      expected: thing.channels.map(channelName).join(", "),
      found: channel === null ? "no channel" : channelName(channel),
    };
  return null;
}
