import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { promoCode } from "../../../machinery/facts/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";

const t = harnessOfFile();

type Row = {
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly startDate?: string | null;
  readonly endDate?: string | null;
};

const { promoCodeHasStarted, promoCodeHasNotEnded, promoCodeIsInHours } = promoCode.isAvailable;

/** The checks that hold for a promo code at a store's day and time: started, not ended, within the hours. */
async function holding(row: Row, day: string, at: string): Promise<readonly unknown[]> {
  const { startTime, endTime, startDate = null, endDate = null } = row;
  const now = { today: sql`${day}::date`, time: sql`${at}::time`, channel: sql`null` };
  const checks = sql`select ${promoCodeHasStarted.holds(now)} as started,
      ${promoCodeHasNotEnded.holds(now)} as open, ${promoCodeIsInHours.holds(now)} as within
    from (select ${startTime}::time as start_time, ${endTime}::time as end_time,
      ${startDate}::date as start_date, ${endDate}::date as end_date) pc`;
  const [held] = (await t.db.execute(checks)) as unknown as readonly object[];
  return Object.values(held ?? {});
}

const day = { startTime: "09:00:00", endTime: "17:00:00" };
const night = { startTime: "22:00:00", endTime: "02:00:00" };
const from = { startTime: "17:00:00", endTime: null };
const until = { startTime: null, endTime: "10:30:00" };
const moment = { startTime: "12:00:00", endTime: "12:00:00" };
const always = { startTime: null, endTime: null };

test.each<[string, Row, string, boolean]>([
  ["by day, before", day, "08:59:59", false],
  ["by day, first second", day, "09:00:00", true],
  ["by day, within", day, "12:34:56", true],
  ["by day, last second", day, "17:00:00", true],
  ["by day, after", day, "17:00:01", false],
  ["over midnight, before", night, "21:59:59", false],
  ["over midnight, first second", night, "22:00:00", true],
  ["over midnight, the day's last second", night, "23:59:59", true],
  ["over midnight, midnight", night, "00:00:00", true],
  ["over midnight, last second", night, "02:00:00", true],
  ["over midnight, after", night, "02:00:01", false],
  ["over midnight, noon", night, "12:00:00", false],
  ["open end, before", from, "16:59:59", false],
  ["open end, the day's last second", from, "23:59:59", true],
  ["open start, midnight", until, "00:00:00", true],
  ["open start, after", until, "10:30:01", false],
  ["one second, in it", moment, "12:00:00", true],
  ["one second, after it", moment, "12:00:01", false],
  ["no hours", always, "00:00:00", true],
  ["no hours, last second", always, "23:59:59", true],
])("hours %s", async (_, hours, time, within) => {
  expect(await holding(hours, "2026-12-31", time)).toEqual([true, true, within]);
});

const eve = { startDate: "2026-12-31", endDate: "2026-12-31" };
const starts = { startDate: "2026-12-31", endDate: null };
test.each<[Row, string, string, readonly boolean[]]>([
  [{ ...night, ...eve }, "2026-12-31", "00:30:00", [false, true, true]],
  [{ ...night, ...eve }, "2026-12-31", "02:00:00", [false, true, true]],
  [{ ...night, ...eve }, "2026-12-31", "12:00:00", [true, true, false]],
  [{ ...night, ...eve }, "2026-12-31", "23:30:00", [true, true, true]],
  [{ ...night, ...eve }, "2027-01-01", "00:30:00", [true, true, true]],
  [{ ...night, ...eve }, "2027-01-01", "02:00:00", [true, true, true]],
  [{ ...night, ...eve }, "2027-01-01", "02:00:01", [true, false, false]],
  [{ ...night, ...eve }, "2027-01-01", "22:00:00", [true, false, true]],
  [{ ...night, ...starts }, "2027-01-01", "00:30:00", [true, true, true]],
  [{ ...until, ...eve }, "2026-12-31", "00:30:00", [true, true, true]],
])(
  "the day of hours over midnight is the one on which they began: %o on %s at %s",
  async (row, today, time, expected) => {
    expect(await holding(row, today, time)).toEqual(expected);
  },
);
