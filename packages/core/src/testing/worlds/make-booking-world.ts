import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { type AddingContext, addBooking, type BookingInput } from "../../bookings/index.ts";
import { spendingOf } from "../../budgets/index.ts";
import type { CoreContext, Merchant } from "../../context.ts";
import type { OpenHarness } from "../open-harness.ts";
import type { BookingWorldFacts, HoursKind } from "./booking-worlds.ts";

/** The context and the input of a call. */
export type BookingWorldCall = { readonly ctx: CoreContext; readonly input: BookingWorldInput };

/**
 * The input of a booking. `staff` is null for a guest's booking. Staff book for a customer, or for nobody.
 */
export type BookingWorldInput = BookingInput & {
  readonly staff: { readonly customerId: number | null } | null;
};

/** A merchant with the rows that the facts describe, and calls to make there. */
export type BookingWorld = {
  readonly merchant: Merchant;
  readonly calls: readonly BookingWorldCall[];
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Three phone numbers, each in two spellings that count as one number. */
const phones = [
  ["0812 3456 0001", "+62 812 3456 0001"],
  ["0812 3456 0002", "0812-3456-0002"],
  ["5551234", "555-1234"],
] as const;

/** A time that the clock of a time zone skips. */
export const skipped = { timezone: "America/Los_Angeles", date: "2099-03-08", time: "02:30:00" };

/** Returns the local date and time of a moment in a time zone. */
export function localTime(moment: number, timeZone: string): { date: string; time: string } {
  const format = { dateStyle: "short", timeStyle: "medium", timeZone } as const;
  const [date = "", time = ""] = new Intl.DateTimeFormat("sv", format).format(moment).split(" ");
  return { date, time };
}

/**
 * Makes a world from the facts, for the moment `now`. Equal facts make worlds that differ only in the ids and
 * names of the merchant and its stores. Each call has its own index as `notes`.
 */
export async function makeBookingWorld(
  t: OpenHarness,
  facts: BookingWorldFacts,
  now: number,
): Promise<BookingWorld> {
  const { timezone } = facts;
  const clockOffsetMs = facts.hours * HOUR_MS;
  const base = now + clockOffsetMs + HOUR_MS;
  const merchant = await t.given.merchant({ timezone });
  const stores = [await t.given.store(merchant), await t.given.store(merchant)] as const;
  await t.given.customer(merchant, { id: 1, email: "ani@example.com", memberId: "M1" });
  await makeKept(t, facts, stores[0].id, merchant);
  await t.db.delete(schema.budgets).where(eq(schema.budgets.merchantId, merchant.id));
  for (const [index, { id }] of stores.entries()) {
    const { isActive, largestParty, hours, spent } = facts.stores[index as 0 | 1];
    const openingHours = hoursOf(hours, base, timezone);
    await t.db
      .update(schema.stores)
      .set({ isActive, largestParty, openingHours })
      .where(eq(schema.stores.id, id));
    await spend(t, merchant, { ...spendingOf("bookingsOfStore", id), spent, clockOffsetMs });
  }
  for (const [index, spent] of facts.phones.entries()) {
    const digits = (phones[index]?.[0] ?? "").replace(/\D/g, "").slice(-8);
    const subject = t.deps.secrets.fingerprint(`bookings with ${digits}`);
    await spend(t, merchant, { ...spendingOf("bookingsOfPhone", subject), spent, clockOffsetMs });
  }
  const users = { email: "ani@example.com", memberId: "M1", nobody: "nobody@example.com" };
  const bookers = {
    guest: null,
    "staff for customer": { customerId: 1 },
    "staff for nobody": { customerId: null },
    "staff for unknown": { customerId: 404 },
  };
  const calls = facts.calls.map((call, index): BookingWorldCall => {
    const { key, fingerprint, people, minutes } = call;
    const ctx = key === null ? t.as(merchant) : t.keyed(merchant, key, fingerprint);
    const { date, time } =
      minutes === "skipped" ? skipped : localTime(base + minutes * MINUTE_MS, timezone);
    const input = {
      ...{ user: users[call.user], store: stores[call.store].id, date, time: time.slice(0, 5) },
      ...{ phone: phones[call.phone][index % 2] ?? "", numberOfPeople: people },
      notes: String(index),
      staff: bookers[call.by],
    };
    return { ctx: { ...ctx, clockOffsetMs }, input };
  });
  return { merchant, calls };
}

/** Adds a booking with the key `k`, about a week ago, unless `kept` is "nothing". */
async function makeKept(
  t: OpenHarness,
  { kept, hours }: BookingWorldFacts,
  store: number,
  merchant: Merchant,
) {
  if (kept === "nothing") return;
  const age = WEEK_MS + (kept === "old" ? MINUTE_MS : -MINUTE_MS);
  const ctx: AddingContext = {
    ...t.keyed(merchant, "k"),
    clockOffsetMs: hours * HOUR_MS - age,
  };
  const wish = { date: "2099-11-21", time: "19:30", phone: "5550000", numberOfPeople: 2 };
  await addBooking(ctx, { ...wish, user: "M1", store, notes: "kept" });
}

/**
 * Writes a budget with `spent`. Its period began a second ago, or ended a second ago if `spent` is "over".
 */
async function spend(
  t: OpenHarness,
  { id: merchantId }: Merchant,
  {
    spent,
    clockOffsetMs,
    seconds,
    ...budget
  }: ReturnType<typeof spendingOf> & {
    readonly spent: number | "over";
    readonly clockOffsetMs: number;
  },
) {
  if (spent === 0) return;
  const started = Date.now() + clockOffsetMs - (spent === "over" ? seconds * 1_000 : 0) - 1_000;
  await t.db.insert(schema.budgets).values({
    ...{ merchantId, budget: budget.budget, subject: budget.subject, most: budget.most },
    startedAt: new Date(started).toISOString(),
    // adds an hour to a period that has not ended, so that it does not end while the world is compared
    endsAt: new Date(started + seconds * 1_000 + (spent === "over" ? 0 : HOUR_MS)).toISOString(),
    spent: spent === "over" ? budget.most : spent,
  });
}

/** Returns opening hours by weekday, "1" (Monday) to "7". */
function hoursOf(kind: HoursKind, base: number, timezone: string) {
  const clock = (hours: number) => {
    const { date, time } = localTime(base + hours * HOUR_MS, timezone);
    const weekday = String(new Date(`${date}T00:00:00Z`).getUTCDay() || 7);
    return { weekday, time: time.slice(0, 5) };
  };
  const span = (opens: ReturnType<typeof clock>, closes: { readonly time: string }) => ({
    [opens.weekday]: [{ from: opens.time, to: closes.time }],
  });
  const weekdays = "1234567".split("");
  const always = weekdays.map((day) => [day, [{ from: "00:00", to: "00:00" }]]);
  const night = { weekday: clock(-24).weekday, time: "23:59" };
  return {
    none: null,
    always: Object.fromEntries(always),
    "around base": span(clock(-1), clock(1)),
    "until base": span(clock(-2), clock(0)),
    "from base": span(clock(0), clock(2)),
    "the night before": span(night, { time: "23:58" }),
    closed: {},
  }[kind];
}
