import { listFreeSlots, MOST_PEOPLE } from "@stampbook/core/bookings";
import { z } from "zod";
import { countedOperation } from "../../trpc.ts";
import { day } from "../../wire/bookings/booking.ts";
import { storeRef, wholeNumber } from "../../wire/fields.ts";
import { required, withDefault } from "../../wire/reading.ts";
import { idOf } from "../../wire/shown.ts";

const Slot = z
  .object({
    time: z.string().describe("When it begins, `HH:MM` by the store's clock."),
    is_available: z.boolean().describe("Whether it has room for all people."),
    covers: z
      .int()
      .nullable()
      .optional()
      .describe(
        "The most people of the slot. Null for any number. Only with the scope `bookings`.",
      ),
    covers_taken: z
      .int()
      .optional()
      .describe("The people of its bookings. Only with the scope `bookings`."),
  })
  .meta({ id: "BookingSlot", description: "A time at which guests can arrive." });

/** The free times of a store. Anyone may call it, so calls are counted per address. Interface B11. */
export const slots = countedOperation("booking slots")
  .meta({
    summary: "Lists the free times of a store (B11)",
    example: {
      body: { store: 32, date: "2026-12-22", number_of_people: 4 },
      answer: {
        store: 32,
        date: "2026-12-22",
        timezone: "Asia/Jakarta",
        is_open: true,
        reason: null,
        slot_minutes: 30,
        slots: [{ time: "19:00", is_available: true, covers: 40, covers_taken: 0 }],
      },
    },
    rest: { path: "/api/bookings/slots", operationId: "listBookingSlots", methods: ["GET"] },
    open: true,
    failures: { invalid_store: "store" },
    failureBody: "validation_errors",
  })
  .input(
    z.object({
      store: required(storeRef).describe(
        "The id of the store; with a token of its merchant also its code.",
      ),
      date: required(day).describe("A day, in the store's calendar, at most 366 days ahead."),
      number_of_people: withDefault(wholeNumber(1, MOST_PEOPLE), 1).describe(
        "How many people come.",
      ),
    }),
  )
  .output(
    z.object({
      store: idOf("the store"),
      date: z.iso.date().describe("The day, in the store's calendar."),
      timezone: z.string().describe("The time zone of the store."),
      is_open: z.boolean().describe("Whether it opens on that day."),
      reason: z
        .enum(["closed", "special_day"])
        .nullable()
        .describe("Why it is closed. Null if it opens."),
      slot_minutes: z
        .int()
        .nullable()
        .describe(
          "The length of a slot. Null: it has no slots, and the times are 30 minutes apart.",
        ),
      slots: z.array(Slot).describe("Those that begin in opening hours and have not begun."),
    }),
  )
  .query(async ({ ctx, input }) => {
    const { store, date, number_of_people: numberOfPeople } = input;
    const found = await listFreeSlots(ctx.core, await ctx.caller(), {
      store,
      date,
      numberOfPeople,
    });
    return {
      store: found.store,
      date: found.date,
      timezone: found.timezone,
      is_open: found.isOpen,
      reason: found.reason,
      slot_minutes: found.slotMinutes,
      slots: found.slots.map(({ time, isAvailable, coversTaken }) => ({
        time,
        is_available: isAvailable,
        ...(coversTaken !== null && { covers: found.coversPerSlot, covers_taken: coversTaken }),
      })),
    };
  });
