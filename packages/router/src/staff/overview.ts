import { getOverview } from "@stampbook/core/merchants";
import { z } from "zod";
import { deskProcedure, router } from "../trpc.ts";
import { day, id, maybe } from "./fields.ts";
import { listOf } from "./shown/named.ts";

const MOST_DAYS = 366;
/**
 * The earliest `from`. The comparison reads up to a year before it, and PostgreSQL's calendar has no year 0.
 */
const EARLIEST = "1900-01-01";
const DAY_MS = 86_400_000;

const Totals = z.object({
  redemptions: z.int(),
  canceled: z.int(),
  customers: z.int(),
  stampsUsed: z.int(),
  stampsGiven: z.int(),
  refusals: z.int(),
  bookings: z.int(),
});
const count = z.int();
const ShownOverview = z.object({
  totals: Totals,
  before: Totals,
  series: listOf(z.object({ at: z.string(), kind: z.string(), count })),
  topRewards: listOf(z.object({ id: z.int(), name: z.string(), count, stampsUsed: z.int() })),
  refusalsByCode: listOf(z.object({ code: z.string(), count })),
  bookingsByStatus: listOf(z.object({ status: z.string(), count })),
  expiring: z.object({ count, until: z.string() }),
});

/**
 * The figures of a period and, for comparison, of an earlier period: the same days a week before. A period of
 * more than a week is compared with as many days right before it. Up to two days are counted by the hour.
 */
const numbers = deskProcedure("manager")
  .input(
    z
      .object({
        from: day.refine((date) => date >= EARLIEST, `No earlier than ${EARLIEST}.`),
        to: day,
        storeId: maybe(id),
      })
      .refine(({ from, to }) => from <= to, {
        path: ["to"],
        message: "The last day comes before the first.",
      })
      .refine(({ from, to }) => daysOf(from, to) <= MOST_DAYS, {
        path: ["to"],
        message: "A year at most.",
      }),
  )
  .output(ShownOverview)
  .query(({ ctx, input }) =>
    getOverview(ctx.desk, { ...input, hourly: daysOf(input.from, input.to) <= 2 }),
  );

function daysOf(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

export const overview = router({ numbers });
