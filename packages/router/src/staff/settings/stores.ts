import { saveSlots } from "@stampbook/core/bookings";
import { forms, mostOf, slotLengths } from "@stampbook/core/limits";
import { listStores, saveSpecialDays, saveStore } from "@stampbook/core/merchants";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { day, id, line, maybe, newCode, whole, words } from "../fields.ts";
import { listOf, ShownId } from "../shown/named.ts";

const minute = z.string().regex(forms.minute, "A time is expected: HH:MM.");
const Spans = z.array(z.object({ from: minute, to: minute })).max(mostOf.spans);
const Hours = z.partialRecord(z.enum(["1", "2", "3", "4", "5", "6", "7"]), Spans);
const SpecialDays = z
  .array(z.object({ date: day, hours: Spans, name: line() }))
  .max(mostOf.specialDays);

/**
 * All fields of a store. They are saved together, so a missing `largestParty` or `openingHours` is null, and
 * a missing text is empty.
 */
const Store = z.object({
  code: newCode,
  name: words(),
  displayName: line().default(""),
  area: line().default(""),
  address: line(mostOf.address).default(""),
  phone: line(mostOf.mobileNumber).default(""),
  email: line(mostOf.email).default(""),
  timezone: words(100),
  isActive: z.boolean(),
  largestParty: maybe(whole(1, mostOf.count)),
  openingHours: Hours.nullish().transform((hours) => hours ?? null),
});

const Span = z.object({ from: z.string(), to: z.string() });
const ShownStore = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  displayName: z.string(),
  area: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  timezone: z.string(),
  isActive: z.boolean(),
  largestParty: z.int().nullable(),
  openingHours: z.record(z.string(), listOf(Span)).nullable(),
  slotMinutes: z.int().nullable(),
  coversPerSlot: z.int().nullable(),
  specialDays: listOf(z.object({ date: z.string(), hours: listOf(Span), name: z.string() })),
});

export const stores = router({
  list: staffProcedure("manager")
    .output(listOf(ShownStore))
    .query(({ ctx }) => listStores(ctx.desk)),
  create: staffProcedure("owner")
    .input(Store)
    .output(ShownId)
    .mutation(({ ctx, input: fields }) => saveStore(ctx.desk, { id: null, fields })),
  update: staffProcedure("owner")
    .input(Store.extend({ id }))
    .output(ShownId)
    .mutation(({ ctx, input: { id, ...fields } }) => saveStore(ctx.desk, { id, fields })),
  /** Replaces all special days. Answers how many open bookings are for a day that is closed now. */
  saveSpecialDays: staffProcedure("manager")
    .meta({ large: true })
    .input(z.object({ id, specialDays: SpecialDays }))
    .output(z.object({ openBookings: z.int() }))
    .mutation(({ ctx, input }) => saveSpecialDays(ctx.desk, input)),
  /** Sets how many people can arrive in each slot. No booking changes. */
  saveSlots: staffProcedure("manager")
    .input(
      z.object({
        id,
        slotMinutes: maybe(z.literal(slotLengths)),
        coversPerSlot: maybe(whole(1, mostOf.covers)),
      }),
    )
    .output(z.void())
    .mutation(({ ctx, input }) => saveSlots(ctx.desk, input)),
});
