import { now, type Parameters, read, rowsOf, run } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";
import { merchantId } from "../../machinery/kernel/index.ts";
import { isOpen, s, specialDayOn } from "../adding/opening-hours.sql.ts";
import { isCounted } from "./slot.sql.ts";

/** The minutes between the times of a store without slots. */
const STEP = 30;

/** A time at which guests can arrive. */
export type FreeSlot = {
  /** `HH:MM`, by the store's clock. */
  readonly time: string;
  readonly isAvailable: boolean;
  /** The people of the bookings that begin in the slot. Null unless they were asked for. */
  readonly coversTaken: number | null;
};

type SlotsInput = {
  readonly storeId: number;
  readonly date: string;
  readonly people: number;
  /** Whether to count the people of each slot. */
  readonly hasFigures: boolean;
};

/** SQL of a store's slots on a day: those that begin in opening hours, and have not passed. */
function slotsOf(p: Parameters<SlotsInput>) {
  const date = sql`${p("date")}::date`;
  const time = sql`k.time`;
  const minutes = sql`coalesce(${s.slotMinutes}, ${sql.raw(String(STEP))})`;
  const starts = sql`generate_series(0, 1439, ${minutes}) as m (minute)
    cross join lateral (select time '00:00' + m.minute * interval '1 minute' as time) k`;
  const taken = sql`case when ${s.slotMinutes} is not null then coalesce((select n.covers from booking_slots n
        where n.merchant_id = ${merchantId} and n.store_id = ${s.id} and n.date = ${date} and n.slot = ${time}), 0)
      when ${p("hasFigures")}::boolean then coalesce((select sum(b.number_of_people) from bookings b
        where b.merchant_id = ${merchantId} and b.store_id = ${s.id} and b.date = ${date}
          and b.time >= ${time} and b.time - ${time} < ${minutes} * interval '1 minute'
          and ${isCounted(sql`b.status`)}), 0) end`;
  const fits = sql`${s.slotMinutes} is null or ${s.coversPerSlot} is null
      or t.taken + ${p("people")}::int <= ${s.coversPerSlot}`;
  return {
    isOpen: sql<boolean>`exists (select 1 from ${starts} where ${isOpen({ date, time })})`,
    slots: sql<readonly FreeSlot[]>`(select coalesce(json_agg(json_build_object(
        'time', to_char(${time}, 'HH24:MI'), 'isAvailable', ${fits},
        'coversTaken', case when ${p("hasFigures")}::boolean then t.taken end) order by ${time}), '[]')
      from ${starts} cross join lateral (select ${taken} as taken) t
      where (${isOpen({ date, time })})
        and ${date} + ${time} >= date_trunc('minute', ${now} at time zone ${s.timezone})
        and (${date} + ${time}) at time zone ${s.timezone} at time zone ${s.timezone} = ${date} + ${time})`,
  };
}

const find = read("free_slots", (p: Parameters<SlotsInput>) =>
  rowsOf(s, { where: [eq(s.id, p("storeId"))] }).one({
    id: s.id,
    name: s.name,
    timezone: s.timezone,
    isActive: s.isActive,
    largestParty: s.largestParty,
    slotMinutes: s.slotMinutes,
    coversPerSlot: s.coversPerSlot,
    today: sql<string>`(${now} at time zone ${s.timezone})::date`,
    isSpecial: sql<boolean>`${specialDayOn(sql`${p("date")}::date`)} is not null`,
    ...slotsOf(p),
  }),
);

/** Reads a store's slots on a day. Null if the merchant has no such store. */
export function selectFreeSlots(
  { db, clockOffsetMs: offsetMs }: CoreDeps,
  merchantId: number,
  input: SlotsInput,
) {
  return run(db, find, { ...input, ...{ merchantId, offsetMs } });
}
