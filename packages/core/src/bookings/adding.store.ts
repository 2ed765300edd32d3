import { clockArm, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import {
  purseOf,
  type Spending,
  spendingArms,
  spendingParameters,
  spentOrRefuse,
  withinBudgets,
} from "../budgets/index.ts";
import type { CoreDeps, OpenContext } from "../context.ts";
import { customerArm, customerParameters, readIdentifier } from "../customers/index.ts";
import { changedOrRefuse, type Keyed, keptArm, keyArm, keyed } from "../retries/index.ts";
import type { BookingStore } from "./booking.rules.ts";
import type { AddedBooking, BookingInput, OpeningHours } from "./types.ts";

const p = sql.placeholder;

const merchantOf = statement<number | null>(
  "merchant_of_store",
  {},
  sql`(select merchant_id from stores where id = ${p("storeId")}::bigint)`,
);

/**
 * The store's merchant; null if there is no such store. Searches all merchants, because the store
 * determines the merchant.
 */
export function findMerchantOfStore(deps: CoreDeps, storeId: number): Promise<number | null> {
  return run(deps.db, merchantOf, { storeId });
}

/** The data that the rules of a new booking check, and the customer whom the claim matches. */
export type AddingScene = {
  readonly store: BookingStore | null;
  readonly customer: { readonly id: number } | null;
};

const load = statement<AddingScene>(
  "load_adding_scene",
  {
    clock: clockArm,
    store: sql`select s.* from stores s
      where s.merchant_id = ${p("merchantId")}::bigint and s.id = ${p("storeId")}::bigint`,
    customer: customerArm,
  },
  sql`json_build_object(
    'store', (select json_build_object('id', id, 'name', name, 'isActive', is_active,
      'today', (now at time zone timezone)::date,
      'time', to_char(now at time zone timezone, 'HH24:MI:SS'),
      'largestParty', largest_party, 'openingHours', opening_hours) from store, clock),
    'customer', (select json_build_object('id', id) from customer))`,
);

/** Loads the data for a new booking, with the same statement whether the claim matches or not. */
export function loadAddingScene(ctx: OpenContext, input: BookingInput): Promise<AddingScene> {
  return run(ctx.db, load, {
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    storeId: input.store,
    ...customerParameters(readIdentifier(input.user, ["email", "memberId"], "")),
  });
}

/** The data of a new booking, as parameters of one statement. */
export type BookingSaving = {
  readonly bookingId: number;
  readonly storeId: number;
  readonly claim: string;
  readonly customerId: number | null;
  readonly date: string;
  readonly time: string;
  readonly phone: string;
  readonly numberOfPeople: number;
  readonly notes: string | null;
  /** The store's hours that the rules checked. */
  readonly openingHours: OpeningHours | null;
};

const save = statement<AddedBooking>(
  "save_booking",
  {
    key: keyArm,
    booked: sql`insert into bookings as b (merchant_id, id, store_id, claim, customer_id, date, time, phone,
        number_of_people, notes, created_at)
      select s.merchant_id, ${p("bookingId")}::bigint, s.id, ${p("claim")}::text, ${p("customerId")}::bigint,
        ${p("date")}::date, ${p("time")}::time, ${p("phone")}::text, ${p("numberOfPeople")}::int,
        ${p("notes")}::text, ${now}
      from stores s
      where s.merchant_id = ${p("merchantId")}::bigint and s.id = ${p("storeId")}::bigint and s.is_active
        and (s.largest_party is null or s.largest_party >= ${p("numberOfPeople")}::int)
        and s.opening_hours is not distinct from ${p("openingHours")}::jsonb
        and ${p("date")}::date + ${p("time")}::time >= date_trunc('minute', ${now} at time zone s.timezone)
        and ${keyed}
      returning b.*`,
    changed: sql`select json_build_object('id', id, 'storeId', store_id, 'date', date, 'time', time,
        'phone', phone, 'numberOfPeople', number_of_people, 'status', status) as doc
      from booked`,
    ...spendingArms(sql`booked`),
    kept: keptArm,
  },
  sql`case when ${spentOrRefuse} then ${changedOrRefuse} end`,
);

/**
 * Writes a booking if the store still accepts it and the budgets allow it. Otherwise writes nothing and
 * refuses.
 */
export function saveBooking(
  ctx: OpenContext,
  saving: BookingSaving,
  keyedBy: Keyed,
  spendings: readonly Spending[],
): Promise<AddedBooking> {
  const parameters = {
    ...saving,
    ...keyedBy,
    ...spendingParameters(spendings),
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    openingHours: saving.openingHours && JSON.stringify(saving.openingHours),
  };
  return withinBudgets(purseOf(ctx), spendings, () => run(ctx.db, save, parameters));
}
