import { DAYS_OF_LIFE, daysBetween, weekdayOf } from "./calendar.ts";
import { draw, pick } from "./draw.ts";
import { regulars } from "./members.ts";
import { type Basket, basketOf } from "./menu.ts";
import { type DemoStore, momentIn } from "./stores.ts";

/** A visit to a store, with what is bought. */
export type Visit = {
  readonly store: DemoStore;
  /** The Member ID. Null: a customer without a card. */
  readonly user: string | null;
  /** Whether the member wishes to redeem something. */
  readonly redeems: boolean;
  readonly date: string;
  /** `HH:MM` in the store. */
  readonly time: string;
  /** In ms. */
  readonly moment: number;
  readonly invoiceNumber: string;
  readonly basket: Basket;
};

/** How busy a weekday is, from Monday. On average 1. */
const busy = [0.8, 0.8, 0.85, 0.95, 1.1, 1.35, 1.15];

/** The hours at which customers come: before work and at noon, at weekends later. */
const hours = {
  week: [7, 7, 7, 8, 8, 8, 8, 8, 9, 9, 9, 10, 10, 11, 12, 12, 12, 13, 14, 15, 16, 17, 17, 18, 19],
  weekend: [8, 9, 9, 10, 10, 10, 10, 11, 11, 11, 12, 12, 13, 14, 15, 15, 16, 16, 16, 17, 18, 19],
};

/**
 * Returns the visits to a store on a date, in the order of their times. The store is busier at the weekend, and
 * somewhat busier today than eight weeks ago. Visits may lie after `today`'s present time.
 */
export function visitsOn(store: DemoStore, date: string, today: string): readonly Visit[] {
  const growth = 1.1 - (0.3 * daysBetween(date, today)) / DAYS_OF_LIFE;
  const factor = (busy[weekdayOf(date)] ?? 1) * growth;
  const members = regulars
    .filter((each) => each.store === store.id)
    .filter(({ user, visitsAWeek }) => draw(`${date} ${user}`) < (visitsAWeek / 7) * factor)
    .map(({ user }) => user);
  const strangers = Array.from({ length: Math.round(store.strangers * factor) }, () => null);
  const timed = [...members, ...strangers].map((user, index) => ({
    user,
    time: timeOf(date, `${date} ${store.id} ${user ?? index}`),
  }));
  timed.sort((one, other) => one.time.localeCompare(other.time));
  return timed.map(({ user, time }, index) => ({
    store,
    user,
    date,
    time,
    moment: momentIn(store, date, time),
    // every second customer, so that each day has its part
    redeems: user !== null && index % 2 === 1,
    invoiceNumber: `${store.prefix}-${date.slice(5).replace("-", "")}-${index + 1}`,
    basket: basketOf(`${date} ${store.id} ${index}`),
  }));
}

function timeOf(date: string, seed: string): string {
  const hour = pick(weekdayOf(date) > 4 ? hours.weekend : hours.week, `hour ${seed}`);
  const minute = Math.floor(draw(`minute ${seed}`) * 60);
  return [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
}
