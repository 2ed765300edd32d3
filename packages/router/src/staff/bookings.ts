import {
  addBookingByStaff,
  type Booking,
  type BookingDecision,
  bookingStatuses,
  cancelBooking,
  changeBooking,
  checkPhone,
  completeBooking,
  confirmBooking,
  findCancelChannel,
  getBooking,
  getStoreHours,
  listBookings,
  listSlots,
  MOST_PEOPLE,
  markNoShow,
  matchBooking,
  seatBooking,
  addWalkIn as seatWalkIn,
  undoBooking,
} from "@stampbook/core/bookings";
import type { CoreContext } from "@stampbook/core/context";
import { forms, mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import { bookingProcedure, deskProcedure, router, staffProcedure } from "../trpc.ts";
import { day, id, line, maybe, prose, whole, words } from "./fields.ts";
import { CsvPart, screenWords, showCsv } from "./lists/csv.ts";
import { byStoreTime, PageOf, showPage } from "./lists/paging.ts";
import {
  ShownAddedBooking,
  ShownBooking,
  ShownBookingWithChanges,
  showBooking,
} from "./shown/booking.ts";
import { listOf } from "./shown/named.ts";

const Input = z.object({
  storeId: maybe(id),
  from: maybe(day),
  to: maybe(day),
  statuses: z
    .array(z.enum(bookingStatuses))
    .nullish()
    .transform((statuses) => (statuses?.length ? statuses : null)),
  matched: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
  ...byStoreTime,
});
/**
 * `revision` is the version that the caller saw. If two people decide at once, the second decision is
 * refused. One that the caller has just made is answered again.
 */
const Decision = z.object({ id, revision: z.int().nonnegative() });

/** Whether to take more seats of a slot than are left. */
const ignoreCapacity = z.boolean().default(false);

/** The most days whose hours are read at once. */
const MOST_DAYS = 31;
const DAY_MS = 86_400_000;

const time = z.string().regex(forms.minute, "A time is expected: HH:MM.");
/** Empty if the guest gives none, as most do who walk in. */
const phone = line(mostOf.code).refine(
  (text) => text === "" || checkPhone(text) === null,
  "A phone number is expected.",
);
/** What staff enter about a guest and a party. */
const party = {
  storeId: id,
  numberOfPeople: whole(1, MOST_PEOPLE),
  /** Stays as entered, even if `customerId` names a customer. */
  name: words(mostOf.code),
  phone: phone.default(""),
  customerId: maybe(id),
  notes: maybe(prose(mostOf.notes)),
  ignoreCapacity,
};

/** A field that may be left out, and stays then. An emptied one is refused if it may not be empty. */
const kept = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

const list = bookingProcedure("cashier")
  .input(Input)
  .output(PageOf(ShownBooking))
  .query(async ({ ctx, input: { cursor, storeId, ...rest } }) => {
    const page = await listBookings(ctx.desk, { ...rest, store: storeId, after: cursor });
    return showPage({ ...page, items: page.items.map(showBooking) });
  });

const csv = staffProcedure("manager")
  .input(Input.extend({ words: screenWords }))
  .output(CsvPart)
  .query(async ({ ctx, input: { cursor, words, storeId, ...rest } }) =>
    showCsv(
      ctx.desk,
      await listBookings(ctx.desk, { ...rest, store: storeId, after: cursor }),
      { cursor, words },
      {
        id: (row: Booking) => row.id,
        store: (row) => row.store.name,
        date: (row) => row.date,
        time: (row) => row.time,
        people: (row) => row.numberOfPeople,
        status: (row, say) => say.word("status", row.status),
        user: (row) => row.user,
        customer: (row) => row.customer?.name ?? null,
        phone: (row) => row.phone,
        notes: (row) => row.notes,
      },
    ),
  );

const get = bookingProcedure("cashier")
  .input(z.object({ id }))
  .output(ShownBookingWithChanges)
  .query(async ({ ctx, input: { id } }) => {
    const [booking, cancelChannel] = await Promise.all([
      getBooking(ctx.desk, id),
      findCancelChannel(ctx.desk, id),
    ]);
    return { ...showBooking(booking), cancelChannel };
  });

/** When a store takes bookings, on each day of at most a month, and how many people in each slot. */
const hours = deskProcedure("cashier")
  .meta({ failures: { invalid_store: "storeId" } })
  .input(
    z
      .object({ storeId: id, from: day, to: day })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS, {
        path: ["to"],
        message: `At most ${MOST_DAYS} days can be read.`,
      }),
  )
  .output(
    z.object({
      days: listOf(
        z.object({
          date: z.string(),
          hours: listOf(z.object({ from: z.string(), to: z.string() })).nullable(),
          name: z.string().nullable(),
        }),
      ),
      slots: z.object({ minutes: z.int(), covers: z.int() }).nullable(),
    }),
  )
  .query(({ ctx, input: { storeId, ...days } }) =>
    getStoreHours(ctx.desk, { store: storeId, ...days }),
  );

/** When guests can arrive on a day, with how many come in each slot. */
const slots = deskProcedure("cashier")
  .meta({ failures: { invalid_store: "storeId" } })
  .input(z.object({ storeId: id, date: day, numberOfPeople: whole(1, MOST_PEOPLE).default(1) }))
  .output(
    z.object({
      isOpen: z.boolean(),
      reason: z.enum(["closed", "special_day"]).nullable(),
      slotMinutes: z.int().nullable(),
      /** The most people of a slot; null: any number. */
      coversPerSlot: z.int().nullable(),
      slots: listOf(z.object({ time: z.string(), isAvailable: z.boolean(), coversTaken: z.int() })),
    }),
  )
  .query(async ({ ctx, input: { storeId, ...wish } }) => {
    const { slots, ...day } = await listSlots(ctx.desk, { ...wish, store: storeId });
    return {
      ...day,
      slots: slots.map((slot) => ({ ...slot, coversTaken: slot.coversTaken ?? 0 })),
    };
  });

/** Books a table for a guest who phones, confirmed at once. */
const add = deskProcedure("cashier")
  .meta({ idempotent: true, failures: { invalid_store: "storeId" } })
  .input(
    // the time of day in the store's zone
    z.object({ ...party, date: day, time }),
  )
  .output(ShownAddedBooking)
  .mutation(({ ctx, input: { storeId, ...rest } }) =>
    addBookingByStaff(ctx.deskFor({ storeId, ...rest }), { ...rest, store: storeId }),
  );

/** Books a table for guests who have come, at the store's present time, and seats them. */
const addWalkIn = deskProcedure("cashier")
  .meta({ idempotent: true, failures: { invalid_store: "storeId" } })
  .input(z.object(party))
  .output(ShownAddedBooking)
  .mutation(({ ctx, input: { storeId, ...rest } }) =>
    seatWalkIn(ctx.deskFor({ storeId, ...rest }), { ...rest, store: storeId }),
  );

/** Moves a booking, or changes the party, the phone or the notes. Fields that are left out stay. */
const change = bookingProcedure("cashier")
  .meta({ failures: { invalid_store: "storeId" } })
  .input(
    Decision.extend({
      storeId: maybe(id),
      date: kept(day),
      time: kept(time),
      numberOfPeople: kept(whole(1, MOST_PEOPLE)),
      phone: kept(phone),
      /** Empty text takes the notes away. */
      notes: kept(prose(mostOf.notes)),
      ignoreCapacity,
    }),
  )
  .output(ShownBooking)
  .mutation(async ({ ctx, input: { storeId, ...rest } }) =>
    showBooking(await changeBooking(ctx.desk, { ...rest, store: storeId })),
  );

/** A procedure that changes a booking with `decide`. */
const step = <Schema extends z.ZodType<BookingDecision>>(
  input: Schema,
  decide: (desk: CoreContext, input: z.output<Schema>) => Promise<Booking>,
) =>
  bookingProcedure("cashier")
    .input(input)
    .output(ShownBooking)
    .mutation(async ({ ctx, input }) =>
      showBooking(await decide(ctx.desk, input as z.output<Schema>)),
    );

/** Tokens with the scope `bookings` may call all but `add`, `addWalkIn`, `hours`, `slots` and `csv`. */
export const bookings = router({
  list,
  csv,
  get,
  hours,
  slots,
  add,
  addWalkIn,
  change,
  confirm: step(Decision, confirmBooking),
  seat: step(Decision, seatBooking),
  complete: step(Decision, completeBooking),
  cancel: step(Decision.extend({ notify: z.boolean().default(true) }), cancelBooking),
  markNoShow: step(Decision, markNoShow),
  undo: step(Decision.extend({ ignoreCapacity }), undoBooking),
  /** Sets a booking's customer. `user` is the customer's email, Member ID, phone or id. */
  match: step(Decision.extend({ user: z.union([id, words()]) }), matchBooking),
});
