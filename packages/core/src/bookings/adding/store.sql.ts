import { jsonIf } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { store } from "../../machinery/facts/index.ts";
import { check, fact, from, merchantId, rowOf } from "../../machinery/kernel/index.ts";
import type { OpeningHours } from "../types.ts";
import { type BookingStore, hasPassed, isSkipped, isTooLarge } from "./booking.rules.ts";
import { isClosed } from "./opening-hours.rules.ts";
import { isOpen, s, specialDayOn } from "./opening-hours.sql.ts";

const call = {
  store: "bigint",
  date: "date",
  time: "time",
  numberOfPeople: "int",
} as const;
const c = rowOf("c", call);

const keeps = { storeId: s.id, date: c.date, time: c.time, numberOfPeople: c.numberOfPeople };

/** The store `s` with what the words of the checks need, for a booking on a date. */
export const shown = (date: SQL) =>
  jsonIf(s.id, {
    id: s.id,
    name: s.name,
    today: sql<string>`(c.now at time zone ${s.timezone})::date`,
    time: sql<string>`to_char(c.now at time zone ${s.timezone}, 'HH24:MI:SS')`,
    largestParty: s.largestParty,
    openingHours: sql<OpeningHours | null>`${s.openingHours}`,
    specialDay: specialDayOn(date),
  });

/** The call's store, with its settings for bookings. */
export const found = fact({
  call,
  joins: ({ limit }) => sql`
  left join lateral (select s.* from ${from(s)} where ${s.merchantId} = ${merchantId}
    and ${s.id} = ${c.store}${sql.raw(limit)}) s on true`,
  keeps,
  shows: { store: shown(c.date) },
});

type Seen = { readonly store: BookingStore };
type Call = {
  readonly date: string;
  readonly time: string;
  readonly numberOfPeople: number;
  readonly actor: string | null;
};
type At = Readonly<Record<"date" | "time" | "numberOfPeople" | "now", SQL>>;

/** Whether the store exists, is active, and accepts the booking. */
export const checks = {
  storeExists: store.checks.storeExists,
  storeIsActive: check({ ...store.checks.storeIsActive, again: "s" }),
  timeHasNotPassed: check({
    code: "invalid",
    again: "s",
    holds: ({ date, time, now }: At) =>
      sql`${date} + ${time} >= date_trunc('minute', ${now} at time zone ${s.timezone})`,
    words: ({ store }: Seen, wish: Call) => hasPassed(store, wish),
  }),
  // between the two moments of a time that daylight saving skips, a conversion there and back gives another time
  clockShowsTime: check({
    code: "invalid",
    again: "s",
    holds: ({ date, time }: At) => sql`(${date} + ${time}) at time zone ${s.timezone}
        at time zone ${s.timezone} = ${date} + ${time}`,
    words: (_seen: Seen, wish: Call) => isSkipped(wish),
  }),
  storeIsOpen: check({
    code: "invalid",
    again: "s",
    holds: (at: At) => isOpen(at),
    words: ({ store }: Seen, wish: Call) => isClosed(store, wish),
  }),
  partyFits: check({
    code: "invalid",
    again: "s",
    holds: ({ numberOfPeople }: At) =>
      sql`${s.largestParty} is null or ${numberOfPeople} <= ${s.largestParty}`,
    words: ({ store }: Seen, { numberOfPeople, actor }: Call) =>
      isTooLarge(store, numberOfPeople, actor === null ? "number_of_people" : "numberOfPeople"),
  }),
};
