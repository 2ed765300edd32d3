import type { OpeningHours } from "@stampbook/core/bookings";

/** A store of the example merchant, as the demo fills it. */
export type DemoStore = {
  readonly id: number;
  /** The beginning of its invoice numbers. */
  readonly prefix: string;
  /** The difference of its time zone from UTC, which is the same all year. */
  readonly offset: string;
  readonly opens: string;
  readonly closes: string;
  /** Customers without a card on an ordinary day. */
  readonly strangers: number;
  /** Tables for guests who book, by weekday from Monday. */
  readonly tables: readonly number[];
};

export const kemang: DemoStore = {
  id: 32,
  prefix: "KMG",
  offset: "+07:00",
  opens: "07:00",
  closes: "21:00",
  strangers: 1,
  tables: [2, 2, 2, 2, 3, 4, 4],
};
export const losari: DemoStore = {
  id: 33,
  prefix: "LSR",
  offset: "+08:00",
  opens: "08:00",
  closes: "22:00",
  strangers: 0.6,
  tables: [1, 1, 1, 2, 2, 3, 3],
};
export const jayapura: DemoStore = {
  id: 34,
  prefix: "JPR",
  offset: "+09:00",
  opens: "08:00",
  closes: "20:00",
  strangers: 0.4,
  tables: [1, 1, 1, 2, 2, 3, 3],
};

export const demoStores: readonly DemoStore[] = [kemang, losari, jayapura];

/** Returns the moment, in ms, of a date and a time `HH:MM` in a store. */
export function momentIn({ offset }: DemoStore, date: string, time: string): number {
  return Date.parse(`${date}T${time}:00${offset}`);
}

/** Returns a store's opening hours, the same on each weekday, as an import file has them. */
export function openingHoursOf({ opens, closes }: DemoStore): OpeningHours {
  const span = { from: opens, to: closes };
  return Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, [span]]));
}
