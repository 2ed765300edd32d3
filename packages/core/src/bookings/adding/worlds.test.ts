import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { type BudgetName, budgets, type Spent, spendingOf } from "../../budgets/index.ts";
import { compareCalls } from "../../testing/comparing/compare-calls.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import { findKeptOutcome } from "../../testing/find-kept-outcome.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { type BookingWorldFacts, bookingWorlds } from "../../testing/worlds/booking-worlds.ts";
import {
  type BookingWorldCall,
  type BookingWorldInput,
  localTime,
  makeBookingWorld,
  skipped,
} from "../../testing/worlds/make-booking-world.ts";
import { addBooking, addBookingByStaff } from "../index.ts";
import { type BookingSeen, refuseBooking, refuseStaffBooking } from "./add-booking.rules.ts";
import { type BookingCall, operation } from "./add-booking.sql.ts";
import type { BookingStore } from "./booking.rules.ts";

/** The id of the only customer in each world of test data. */
const CUSTOMER = 1;

function book(ctx: BookingWorldCall["ctx"], { staff, user, ...wish }: BookingWorldInput) {
  if (!staff) return addBooking(ctx, { ...wish, user });
  return addBookingByStaff(ctx, { ...wish, ...staff, name: String(user) });
}

function refuse(seen: BookingSeen, { staff, ...input }: BookingWorldInput) {
  return staff ? refuseStaffBooking(seen, { ...input, ...staff }) : refuseBooking(seen, input);
}

/** Reads a budget with a plain query. Returns null if nothing is spent in the current period. */
async function findSpent(
  { db, clockOffsetMs, caller }: BookingWorldCall["ctx"],
  budget: BudgetName,
  named: string,
): Promise<Spent | null> {
  const { subject } = spendingOf(budget, named);
  const rows = schema.budgets;
  const isMeant = and(
    eq(rows.merchantId, caller.merchant.id),
    eq(rows.budget, budget),
    eq(rows.subject, subject),
  );
  const [row] = await db.select().from(rows).where(isMeant);
  const left = row ? new Date(row.endsAt).getTime() - Date.now() - clockOffsetMs : 0;
  return row && left > 0 ? { budget, spent: row.spent, secondsLeft: left / 1_000 } : null;
}

/** Reads the data that the rules check, with plain queries instead of the tested statement. */
async function findSeen({ ctx, input }: BookingWorldCall, subject: string): Promise<BookingSeen> {
  const [store] = await ctx.db
    .select()
    .from(schema.stores)
    .where(eq(schema.stores.id, input.store));
  if (!store) throw new Error("there is no such store");
  const skipsTime = store.timezone === skipped.timezone && input.date === skipped.date;
  const { date: today, time } = localTime(Date.now() + ctx.clockOffsetMs, store.timezone);
  const { id, name, isActive, largestParty, openingHours } = store;
  const shown = { id, name, isActive, today, time };
  const seen: BookingStore = { ...shown, skipsTime, largestParty, openingHours };
  const periods = input.staff
    ? [null, null, null]
    : [
        await findSpent(ctx, "bookingsOfPhone", subject),
        // these worlds have no addresses
        null,
        await findSpent(ctx, "bookingsOfStore", String(id)),
      ];
  const isKnown = input.staff
    ? input.staff.customerId === CUSTOMER
    : input.user !== "nobody@example.com";
  const customer = isKnown ? { id: CUSTOMER } : null;
  return { store: seen, customer, periods, kept: await findKeptOutcome(ctx, operation) };
}

/** Returns how many more bookings the budget allows. */
const leftOf = (period: Spent | null | undefined, budget: BudgetName) =>
  budgets[budget].most - (period?.spent ?? 0);

/** Returns what the rules say about each call of a first batch. `isDone`: the batch must do the call. */
async function expectedFirst(calls: readonly BookingWorldCall[]) {
  const keys = new Set<string>();
  const places = new Map<string, number>();
  const next = (subject: string) => {
    const place = (places.get(subject) ?? 0) + 1;
    places.set(subject, place);
    return place;
  };
  const all = [];
  for (const call of calls) {
    const { ctx, input } = call;
    const digits = input.phone.replace(/\D/g, "").slice(-8);
    const phone = ctx.secrets.fingerprint(`bookings with ${digits}`);
    const seen = await findSeen(call, phone);
    const refusal = refuse(seen, input);
    const isAble = refusal === null && seen.kept === null;
    const key = ctx.idempotency?.key;
    const isFirst = isAble && !(key !== undefined && keys.has(key));
    if (isAble && key !== undefined) keys.add(key);
    const [ofPhone, , ofStore] = seen.periods;
    // a staff booking spends no budget
    const isInBudgets = () =>
      [
        next(phone) <= leftOf(ofPhone, "bookingsOfPhone"),
        next(`store ${input.store}`) <= leftOf(ofStore, "bookingsOfStore"),
      ].every(Boolean);
    const isDone = isFirst && (input.staff !== null || isInBudgets());
    all.push({ isDone, isAble, isFirst, refusal, seen, byStaff: input.staff !== null });
  }
  return all;
}

type Expected = Awaited<ReturnType<typeof expectedFirst>>[number];

/** Expects that the statement read the same data as `findSeen`. */
function expectSeen(row: BookingSeen, { seen }: Expected) {
  const about = (period: Spent | null) => period && { ...period, secondsLeft: expect.any(Number) };
  const text = expect.any(String);
  expect(row).toEqual({
    kept: seen.kept,
    customer: seen.customer,
    store: { ...seen.store, time: text },
    periods: seen.periods.map(about),
  });
}

async function compare(t: OpenHarness, facts: BookingWorldFacts, met: Set<string>) {
  const now = Date.now();
  const numberOf = ({ notes }: BookingCall) => Number(notes);
  const { expected } = await compareCalls(t, {
    makeWorld: () => makeBookingWorld(t, facts, now),
    ...{ expectedFirst, expectSeen, verb: book, numberOf },
  });

  for (const { isDone, isAble, isFirst, refusal, seen, byStaff } of expected) {
    if (isDone && byStaff) met.add("done by staff");
    if (isDone) met.add("done");
    if (isAble && !isFirst) met.add("again");
    if (isFirst && !isDone) met.add("nothing left");
    if (refusal?.message.endsWith("the clocks go forward.")) met.add("skipped");
    if (seen.kept) met.add("kept");
    if (refusal) met.add(`${refusal.code} ${refusal.field ?? ""}`.trim());
  }
}

/** The kinds of cases that the random test data (worlds) must contain. */
const all = [
  ...["again", "done", "kept", "nothing left", "too_many_attempts", "invalid_store"],
  ...["skipped", "invalid time", "invalid date", "invalid number_of_people"],
  ...["done by staff", "invalid_user customerId", "invalid numberOfPeople"],
] as const;

testWorlds(bookingWorlds, { all }, compare);
