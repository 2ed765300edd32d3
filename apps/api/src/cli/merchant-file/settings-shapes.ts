import { levelMonths, mostOf, slotLengths } from "@stampbook/core/limits";
import { channels } from "@stampbook/core/messages";
import type { Moved } from "@stampbook/core/moving";
import { z } from "zod";
import type { Facts } from "./facts.ts";
import {
  amount,
  code,
  expects,
  flag,
  id,
  isTrimmed,
  maybe,
  multiplier,
  oneOf,
  smallWhole,
  text,
  timezone,
  whole,
  words,
} from "./fields.ts";
import { openingHours, presentHours, presentSpecialDays, specialDays } from "./opening-hours.ts";

const storeSchema = z.strictObject(
  {
    id,
    code,
    name: words(mostOf.name),
    display_name: text(mostOf.name).default(""),
    area: text(mostOf.name).default(""),
    address: text(mostOf.address).default(""),
    phone: text(mostOf.mobileNumber).default(""),
    email: text(mostOf.email).default(""),
    timezone: maybe(timezone),
    is_active: flag.default(true),
    largest_party: maybe(smallWhole(1)),
    opening_hours: maybe(openingHours),
    special_days: specialDays,
    slot_minutes: maybe(z.literal(slotLengths, expects(`one of ${slotLengths.join(", ")}`))),
    covers_per_slot: maybe(whole(1, mostOf.covers)),
  },
  expects("an object"),
);

const levelSchema = z.strictObject(
  {
    level: smallWhole(0),
    name: text(mostOf.name, 1),
    earn_multiplier: multiplier.default("1.00"),
    spending_to_reach: maybe(amount),
    keep_months: whole(...levelMonths).default(12),
  },
  expects("an object"),
);

const paymentMethodSchema = z.strictObject(
  { code, name: maybe(words(mostOf.name)), eligible_for_points: flag.default(true) },
  expects("an object"),
);

/** Membership levels in an import file: their schema, and the conversion to rows and back. */
export const levels = {
  schema: levelSchema,
  toRow: (wire: z.output<typeof levelSchema>): Moved["levels"] => ({
    level: wire.level,
    name: wire.name,
    earnMultiplier: wire.earn_multiplier,
    spendingToReach: wire.spending_to_reach,
    keepMonths: wire.keep_months,
  }),
  present: (row: Moved["levels"]) => ({
    level: row.level,
    name: row.name,
    earn_multiplier: row.earnMultiplier,
    spending_to_reach: row.spendingToReach,
    keep_months: row.keepMonths,
  }),
};

/** Methods of payment in an import file. Sales paid by a method that is not in the file earn stamps. */
export const paymentMethods = {
  schema: paymentMethodSchema,
  toRow: (wire: z.output<typeof paymentMethodSchema>): Moved["paymentMethods"] => ({
    code: wire.code,
    name: wire.name ?? wire.code,
    earns: wire.eligible_for_points,
  }),
  present: (row: Moved["paymentMethods"]) => ({
    code: row.code,
    name: row.name,
    eligible_for_points: row.earns,
  }),
};

/** Stores in an import file. A store without a time zone uses the merchant's. */
export const stores = {
  schema: storeSchema,
  toRow: (store: z.output<typeof storeSchema>, { merchant: of }: Facts): Moved["stores"] => ({
    id: store.id,
    code: store.code,
    name: store.name,
    displayName: store.display_name,
    area: store.area,
    address: store.address,
    phone: store.phone,
    email: store.email,
    timezone: store.timezone ?? of?.timezone ?? "UTC",
    isActive: store.is_active,
    largestParty: store.largest_party,
    openingHours: store.opening_hours,
    specialDays: store.special_days,
    slotMinutes: store.slot_minutes,
    coversPerSlot: store.covers_per_slot,
  }),
  present: (row: Moved["stores"]) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    display_name: row.displayName,
    area: row.area,
    address: row.address,
    phone: row.phone,
    email: row.email,
    timezone: row.timezone,
    is_active: row.isActive,
    largest_party: row.largestParty,
    opening_hours: row.openingHours && presentHours(row.openingHours),
    special_days: presentSpecialDays(row.specialDays),
    slot_minutes: row.slotMinutes,
    covers_per_slot: row.coversPerSlot,
  }),
};

const approvedSchema = z.strictObject(
  {
    name: words(mostOf.approved.name),
    language: words(mostOf.approved.language),
    parameters: z
      .array(words(mostOf.approved.parameter), "must be a list")
      .max(mostOf.approved.parameters, `has ${mostOf.approved.parameters} at most`)
      .default([]),
    button: maybe(words(mostOf.approved.parameter)),
  },
  expects("an object"),
);

/** Message templates in an import file: their schema, and the conversion to rows and back. */
export const messageTemplates = {
  schema: z.strictObject(
    {
      code: words(mostOf.code).refine(isTrimmed, "starts or ends with a space"),
      channel: oneOf(channels),
      subject: text(mostOf.subject).default(""),
      body: words(mostOf.body),
      html: text(mostOf.html).default(""),
      mjml: text(mostOf.mjml).default(""),
      approved: maybe(approvedSchema),
    },
    expects("an object"),
  ),
  toRow: (row: Moved["messageTemplates"]) => row,
  present: (row: Moved["messageTemplates"]) => ({
    code: row.code,
    channel: row.channel,
    subject: row.subject,
    body: row.body,
    ...(row.mjml ? { mjml: row.mjml } : row.html ? { html: row.html } : {}),
    ...(row.approved
      ? {
          approved: {
            name: row.approved.name,
            language: row.approved.language,
            parameters: row.approved.parameters,
            button: row.approved.button,
          },
        }
      : {}),
  }),
};
