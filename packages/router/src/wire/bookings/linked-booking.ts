import type { LinkedBooking } from "@stampbook/core/bookings";
import { languageOf } from "@stampbook/core/messages";
import { z } from "zod";
import { shown } from "./booking.ts";

/** A booking as whoever has its link sees it: without the guest's claim, phone and notes. Interface 3, B12. */
export const BookingOfLink = z
  .object({
    id: shown.id,
    date: shown.date,
    time: shown.time,
    number_of_people: shown.number_of_people,
    status: shown.status,
    can_cancel: z.boolean().describe("Whether the guest can cancel it now."),
    cancel_until: z.iso
      .datetime()
      .describe("Until when the guest can cancel it by the link, whatever its state is."),
    store: z
      .object({
        name: z.string().describe("The name of the store."),
        address: z.string().describe("The address of the store. May be empty."),
        phone: z.string().describe("The phone number of the store. May be empty."),
        timezone: z.string().describe("The time zone of the store, such as `Asia/Jakarta`."),
      })
      .describe("The store."),
    merchant: z
      .object({
        name: z.string().describe("The name of the merchant."),
        language: z
          .enum(["en", "id"])
          .describe("The language of the guest's page, which is that of the merchant's country."),
      })
      .describe("The merchant."),
  })
  .meta({ id: "BookingOfLink", description: "A booking as its guest sees it by the link." });

export function presentLinkedBooking(booking: LinkedBooking): z.input<typeof BookingOfLink> {
  return {
    id: booking.id,
    date: booking.date,
    time: booking.time,
    number_of_people: booking.numberOfPeople,
    status: booking.status,
    can_cancel: booking.canCancel,
    cancel_until: booking.cancelUntil,
    store: booking.store,
    merchant: {
      name: booking.merchant.name,
      language: languageOf(booking.merchant.country),
    },
  };
}
