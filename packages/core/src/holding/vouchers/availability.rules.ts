import type { StoreNow } from "../../running/merchants/types.ts";

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
export type Unavailable = WhyWords & {
  readonly why: "inactive" | "not started" | "ended" | "store" | "channel";
};

type WhyWords = {
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

/** The words for each reason. `noun` begins the message: "This voucher", "Reward Coffee". */
export const unavailable = {
  inactive: (noun: string): WhyWords => ({
    message: `${noun} is not active`,
    rule: "is active",
    expected: "active",
    found: "not active",
  }),
  notStarted: (noun: string, startDate: string | null, { today }: StoreNow): WhyWords => ({
    message: `${noun} starts on ${startDate}`,
    rule: "has started in the store's calendar",
    expected: `from ${startDate}`,
    found: today,
  }),
  ended: (noun: string, endDate: string | null, { today }: StoreNow): WhyWords => ({
    message: `${noun} expired on ${endDate}`,
    rule: "has not ended in the store's calendar",
    expected: `through ${endDate}`,
    found: today,
  }),
  store: (noun: string, stores: readonly number[], store: StoreNow): WhyWords => ({
    message: `${noun} is not available at ${store.name}`,
    rule: "is available at the store",
    expected: `stores ${stores.join(", ")}`,
    found: `store ${store.id}`,
  }),
  channel: (noun: string, channels: readonly number[], channel: number | null): WhyWords => {
    const expected = channels.map(channelName).join(", ");
    return {
      message: `${noun} is available on these channels only: ${expected}`,
      rule: "is available on the channel",
      expected,
      found: channel === null ? "no channel" : channelName(channel),
    };
  },
};

/**
 * Returns why `thing` cannot be redeemed in this store and channel; null if it can. Compares days in the
 * store's calendar, as the checks of `facts/availability.ts` do in SQL. `endDate` is the last valid day. If `thing` is limited to
 * channels, a null channel is refused.
 */
export function findUnavailable(
  noun: string,
  { isActive, startDate, endDate, stores, channels }: Availability,
  { store, channel }: { readonly store: StoreNow; readonly channel: number | null },
): Unavailable | null {
  if (!isActive) return { why: "inactive", ...unavailable.inactive(noun) };
  if (startDate !== null && store.today < startDate)
    return { why: "not started", ...unavailable.notStarted(noun, startDate, store) };
  if (endDate !== null && store.today > endDate)
    return { why: "ended", ...unavailable.ended(noun, endDate, store) };
  if (stores.length > 0 && !stores.includes(store.id))
    return { why: "store", ...unavailable.store(noun, stores, store) };
  if (channels.length > 0 && (channel === null || !channels.includes(channel)))
    return { why: "channel", ...unavailable.channel(noun, channels, channel) };
  return null;
}
