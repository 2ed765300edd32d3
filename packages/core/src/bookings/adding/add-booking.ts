import { insertInto, json, run, schema, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { networkOf } from "../../entering/access/index.ts";
import type { CoreContext, CoreDeps, OpenContext } from "../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../foundation/failures.ts";
import { keyOf } from "../../foundation/writing/index.ts";
import { audit, member } from "../../machinery/facts/index.ts";
import { lock, merchantId, operation, rowOf, send } from "../../machinery/kernel/index.ts";
import { type IdentifierForm, readIdentifier } from "../../people/customers/index.ts";
import { unknownStore } from "../../running/merchants/index.ts";
import { changeRecorded } from "../booking.sql.ts";
import { LINK_SECONDS, linkTo } from "../linking/link.rules.ts";
import * as messages from "../messaging/noted.sql.ts";
import type { Wish } from "../slots/slot.rules.ts";
import * as slot from "../slots/slot.sql.ts";
import type { AddedBooking, BookingInput, BookingStatus, GuestsBooking } from "../types.ts";
import { checkBookingInput } from "./booking-input.rules.ts";
import * as spending from "./spending.sql.ts";
import * as store from "./store.sql.ts";

const call = {
  booking: "bigint",
  claim: "text",
  phone: "text",
  notes: "text | null",
  /** Whether staff may take more seats of the slot than are left. */
  ignoreCapacity: "boolean",
  /** Whether the guest gets a message about it. */
  notify: "boolean",
} as const;
/** The actor is the member of staff who books, and null for a guest, who writes no audit entry. */
const audited = {
  ...audit.found.call,
  auditId: "bigint | null",
  actor: "text | null",
  subject: "text | null",
} as const;
const c = rowOf("c", { ...call, ...audited, ...store.found.call, customer: 0 });
const l = rowOf("l", { storeId: 0, customerId: 0, now: 0 });

const { customers } = member;
const customerFound = {
  ...member.customerFound,
  keeps: { ...member.customerFound.keeps, pickedId: c.customer },
};

/** Locks the customer whom staff picked. The one whom a guest's claim matches is not locked. */
const pickedLocked = lock({
  ...member.customerLocked,
  is: sql`${customers.id} = b.picked_id and ${customers.anonymizedAt} is null`,
  onlyIf: sql`b.picked_id`,
});

const slotUsed = slot.usedBy({
  date: c.date,
  time: c.time,
  seats: sql`${c.numberOfPeople}`,
  ignoresCapacity: sql`${c.ignoreCapacity}`,
});
const counting = slot.counting();

const insert = insertInto(
  schema.bookings,
  {
    id: c.booking,
    storeId: l.storeId,
    claim: c.claim,
    customerId: l.customerId,
    date: c.date,
    time: c.time,
    phone: c.phone,
    numberOfPeople: c.numberOfPeople,
    notes: c.notes,
    createdAt: l.now,
    status: sql`case when ${c.actor} is null then 'Requested' else 'Confirmed' end`,
    revision: sql`case when ${c.actor} is null then 1 else 2 end`,
    recordedRevision: sql`case when ${c.actor} is null then 1 else 2 end`,
    decidedAt: sql`case when ${c.actor} is not null then ${l.now} end`,
    decidedBy: c.actor,
  },
  { from: sql`from taken l join calls c on c.n = l.n`, end: sql`returning *` },
);

/**
 * Adds bookings. A guest's booking is a request. A staff booking is confirmed, has an audit entry and spends
 * no budget. Calls of a batch spend a budget in their order, and go again when it is used up.
 */
export const addings = operation({
  name: "bookings.add",
  statement: "add_bookings",
  call,
  sees: [store.found, slotUsed, customerFound, spending.found, { ...audit.found, call: audited }],
  checks: [
    store.checks,
    {
      slotHasRoom: slot.hasRoom((_seen: unknown, wish: Wish) => wish),
      pickedCustomerExists: {
        ...member.customerExists,
        unless: sql`${c.customer} is null`,
        words: () => ({ ...unknownCustomer, field: "customerId" }),
      },
      budgetsAreLeft: spending.areLeft,
    },
  ],
  once: [],
  locks: [...spending.locks, slot.storeLocked, slot.locked, pickedLocked],
  allots: [...spending.allots, ...counting.allots],
  takes: (isOwned) => ({
    taken: sql`select l.* from locked l where ${isOwned}`,
    ...spending.spend,
    ...counting.takes(isOwned),
    booked: insert,
  }),
  change: () => sql`
  select l.n, l.key, l.now, 'Requested' as from_status, ${counting.isOverCapacity} as is_over_capacity, bk.*
  from taken l join calls c on c.n = l.n join booked bk on bk.id = ${c.booking}`,
  writes: {
    recorded: changeRecorded({
      isOverCapacity: sql`d.is_over_capacity`,
      where: sql`d.decided_by is not null`,
    }),
    noted: messages.messageNoted(messages.added),
    entry: audit.entries({
      action: "bookings.add",
      rows: "(select s.* from changed s where s.decided_by is not null)",
      subject: "'booking ' || d.id",
      details: `json_build_object('customer', d.customer_id, 'date', d.date, 'time', to_char(d.time, 'HH24:MI'),
      'numberOfPeople', d.number_of_people)`,
    }),
  },
  endsWith: sql`${spending.areSpent} and ${counting.areCounted}`,
  frame: sql<object>`json_build_object()`,
  changed: json({
    id: sql<number>`s.id`,
    storeId: sql<number>`s.store_id`,
    date: sql<string>`s.date`,
    time: sql<string>`s.time`,
    phone: sql<string>`s.phone`,
    numberOfPeople: sql<number>`s.number_of_people`,
    status: sql<BookingStatus>`s.status`,
    linkEnds: sql<
      number | null
    >`(select extract(epoch from (s.date + s.time) at time zone t.timezone)::bigint
        + ${sql.raw(String(LINK_SECONDS))}
      from merchants m join stores t on t.merchant_id = m.id
      where m.id = ${merchantId} and m.booking_links and t.id = s.store_id)`,
  }) as SQL<AddedBooking & { readonly linkEnds: number | null }>,
});

/** The values that one call sends. */
export type BookingCall = Parameters<typeof addings.refuse>[1];

/**
 * How both verbs send their calls. Bookings of one store change the same row of a budget, so while a batch of
 * the store is under way, other bookings of the store wait. Refusals leave no record: anyone may call
 * `addBooking`, and could fill the list of refusals.
 */
export const how = {
  subjects: () => [],
  shared: ({ store }: BookingCall) => [`store ${store}`],
  recordedAs: null,
};

/**
 * The number of last digits by which budgets identify a phone number. The local and the international form
 * of a number have the same last digits.
 */
const PHONE_DIGITS = 8;

/** The process's resources and the request's idempotency key. The caller is anonymous. */
export type AddingContext = CoreDeps &
  Pick<CoreContext, "idempotency"> & {
    /** The guest's address. Absent for work without a call: no network is counted. */
    readonly address?: string;
  };

/** The kinds of identifier by which a guest can name the customer. */
const claimForms = ["email", "memberId"] as const satisfies readonly IdentifierForm[];

/**
 * Requests a table. The store determines the merchant. If `user` matches a customer, only staff see the
 * match: the answer stays the same. Refusals: docs/limits.md. Interface B1.
 */
export async function addBooking(deps: AddingContext, input: BookingInput): Promise<GuestsBooking> {
  const wrong = checkBookingInput(input);
  if (wrong) throw new Failure(wrong);
  const { user, ...wish } = input;
  const owner = await findMerchantOfStore(deps, wish.store);
  if (owner === null) throw new Failure(unknownStore);
  const ctx: OpenContext = { ...deps, caller: { kind: "guest", merchant: { id: owner } } };
  const { id: customer, ...claimed } = readIdentifier(user, claimForms, "");
  const call: BookingCall = {
    ...{ ...wish, ...claimed, customer },
    ...{ actor: null, auditId: null, subject: null, reason: null, address: null },
    booking: await ctx.ids.take(owner, "bookings"),
    claim: String(user),
    ignoreCapacity: false,
    notify: true,
    ...subjectsOf(deps, wish),
    ...keyOf(ctx),
  };
  const { changed } = await send(ctx, addings, call, how);
  // an outcome that was kept before links existed has no end
  const { linkEnds: ends = null, ...booking } = changed;
  const link =
    ends === null ? null : linkTo(deps, { merchantId: owner, bookingId: booking.id, ends });
  return { ...booking, link };
}

/** Returns the subjects of a booking's budgets. */
function subjectsOf({ secrets, address }: AddingContext, wish: Omit<BookingInput, "user">) {
  const network = address === undefined ? null : networkOf(address);
  const from = network === null ? "" : ` from ${network}`;
  return {
    phoneSubject: secrets.fingerprint(`bookings with ${phoneKey(wish)}${from}`),
    networkSubject: network && secrets.fingerprint(`bookings at ${wish.store}${from}`),
    storeSubject: String(wish.store),
  };
}

/** Returns the last digits of a phone number. Its budget counts bookings by these digits. */
function phoneKey({ phone }: Pick<BookingInput, "phone">): string {
  return phone.replace(/\D/g, "").slice(-PHONE_DIGITS);
}

const merchantOf = statement<number | null>(
  "merchant_of_store",
  {},
  sql`(select to_json(merchant_id) from stores where id = ${sql.placeholder("storeId")}::bigint)`,
);

/**
 * Returns the id of the merchant that has the store. Searches all merchants. Returns null if there is no such
 * store.
 */
export function findMerchantOfStore(deps: CoreDeps, storeId: number): Promise<number | null> {
  return run(deps.db, merchantOf, { storeId });
}
