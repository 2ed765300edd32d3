"use client";
import { useSyncExternalStore } from "react";
import { useFormatter, useLocale, useNow as useServerNow } from "use-intl/react";
import css from "./ui.module.css";
import { zoneName } from "./zone-note.tsx";

const MINUTE_MS = 60_000;
const NEAR_MS = 12 * 60 * MINUTE_MS;

/** Times have 24 hours in both languages, as in bookings and in fields for times. */
export const shortTime = { timeStyle: "short", hourCycle: "h23" } as const;

/**
 * Returns the moment to compare with the browser's clock. A moment less than a minute away is now: clocks differ
 * by seconds, and two times on a page are read at different seconds.
 */
export function nearMoment(moment: Date, now: Date): Date {
  return Math.abs(now.getTime() - moment.getTime()) < MINUTE_MS ? now : moment;
}

let latest = new Date(0);

/** Returns a time that is less than a minute old, the same in every call until it is older. */
function readClock(): Date {
  if (Date.now() - latest.getTime() >= MINUTE_MS) latest = new Date();
  return latest;
}

function everyMinute(change: () => void) {
  const timer = setInterval(change, MINUTE_MS);
  return () => clearInterval(timer);
}

/**
 * Returns the current time, updated every minute. While React takes over the page it is the server's, so that
 * the texts keep their width: otherwise a link beside them could move away from a press.
 */
function useNow(): Date {
  const atServer = useServerNow();
  return useSyncExternalStore(everyMinute, readClock, () => atServer);
}

type MomentProps = {
  time: string;
  timeZone: string;
  /** Shows the exact time even if it is recent. */
  isExact?: boolean;
  /** The zone of the other times in the list. An exact time in another zone has that zone's short name. */
  usualZone?: string;
};

/**
 * A time in `timeZone`. Less than 12 hours before or after now, shows "2 minutes ago", unless `isExact` is
 * set. Otherwise shows the exact time. Hovering always shows the exact time.
 */
export function Moment({ time, timeZone, isExact = false, usualZone = timeZone }: MomentProps) {
  const format = useFormatter();
  const locale = useLocale();
  const now = useNow();
  const moment = new Date(time);
  const clock = format.dateTime(moment, { timeZone, dateStyle: "medium", ...shortTime });
  const nameOf = (zone: string) => zoneName(zone, locale, "short", moment);
  const isUsual = timeZone === usualZone || nameOf(timeZone) === nameOf(usualZone);
  const exact = isUsual ? clock : `${clock} ${nameOf(timeZone)}`;
  const isNear = !isExact && Math.abs(now.getTime() - moment.getTime()) < NEAR_MS;
  return (
    <time dateTime={time} title={exact} className={css.moment}>
      {isNear ? format.relativeTime(nearMoment(moment, now), now) : exact}
    </time>
  );
}

type NearDayProps = { on: string; today: string };

/** A date with its weekday. The year is left out if it is the year of `today`. */
export function NearDay({ on, today }: NearDayProps) {
  const format = useFormatter();
  const year = on.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: "numeric" } as const);
  return (
    <time dateTime={on}>
      {format.dateTime(new Date(`${on}T00:00:00Z`), {
        timeZone: "UTC",
        weekday: "short",
        day: "numeric",
        month: "short",
        ...year,
      })}
    </time>
  );
}

/**
 * Returns a function that formats a `YYYY-MM-DD` date for the locale. The date is the same in every time
 * zone.
 */
export function useDayWords() {
  const format = useFormatter();
  return (on: string) =>
    format.dateTime(new Date(`${on}T00:00:00Z`), { timeZone: "UTC", dateStyle: "medium" });
}

/** A `YYYY-MM-DD` date. It is the same in every time zone. */
export function Day({ on }: { on: string }) {
  return <time dateTime={on}>{useDayWords()(on)}</time>;
}
