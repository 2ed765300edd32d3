import { staffRoles } from "@stampbook/core/context";
import { mostOf, settingBounds } from "@stampbook/core/limits";
import { channels } from "@stampbook/core/messages";
import type { Moved, MovedMerchant } from "@stampbook/core/moving";
import { z } from "zod";
import type { Facts } from "./facts.ts";
import {
  code,
  countries,
  country,
  currency,
  expects,
  flag,
  id,
  isTrimmed,
  maybe,
  oneOf,
  smallWhole,
  text,
  timezone,
  whole,
  words,
} from "./fields.ts";
import { openingHours, presentHours } from "./opening-hours.ts";

const settings = z.strictObject(
  {
    pin_max_attempts: whole(...settingBounds.pinMaxAttempts).default(3),
    pin_lifetime_attempts: smallWhole(1).default(50),
    pin_refuse_common: flag.default(false),
    otp_ttl_seconds: smallWhole(1).default(300),
    otp_max_attempts: smallWhole(1).default(5),
    otp_requests_per_hour: smallWhole(1).default(5),
    redemption_pin_authorization: flag.default(false),
    cashier_cancel_hours: whole(...settingBounds.cashierCancelHours).default(24),
    notify_credential_changes: flag.default(true),
    notify_template_code: text(mostOf.code, 1).default("credential_changed"),
    // null keeps them forever
    keep_bookings_days: smallWhole(1).nullable().default(null),
    keep_refusals_days: smallWhole(1).nullable().default(30),
    keep_audit_days: smallWhole(1).nullable().default(null),
    keep_events_days: smallWhole(1).nullable().default(365),
    second_factor_roles: z.array(oneOf(staffRoles)).default([]),
    sms_countries: countries.default([]),
    accept_token_in_message: flag.default(false),
  },
  expects("an object"),
);

const merchantSchema = z.strictObject(
  { id, name: text(mostOf.name, 1), country, timezone, currency, settings: settings.prefault({}) },
  expects("an object"),
);

const storeSchema = z.strictObject(
  {
    id,
    code,
    name: words(mostOf.name),
    timezone: maybe(timezone),
    is_active: flag.default(true),
    largest_party: maybe(smallWhole(1)),
    opening_hours: maybe(openingHours),
  },
  expects("an object"),
);

/** The merchant. */
export const merchant = {
  schema: merchantSchema,
  toRow: ({ settings: set, ...rest }: z.output<typeof merchantSchema>): MovedMerchant => ({
    ...rest,
    pinMaxAttempts: set.pin_max_attempts,
    pinLifetimeAttempts: set.pin_lifetime_attempts,
    pinRefuseCommon: set.pin_refuse_common,
    otpTtlSeconds: set.otp_ttl_seconds,
    otpMaxAttempts: set.otp_max_attempts,
    otpRequestsPerHour: set.otp_requests_per_hour,
    redemptionPinAuthorization: set.redemption_pin_authorization,
    cashierCancelHours: set.cashier_cancel_hours,
    notifyCredentialChanges: set.notify_credential_changes,
    notifyTemplateCode: set.notify_template_code,
    keepBookingsDays: set.keep_bookings_days,
    keepRefusalsDays: set.keep_refusals_days,
    keepAuditDays: set.keep_audit_days,
    keepEventsDays: set.keep_events_days,
    secondFactorRoles: set.second_factor_roles,
    smsCountries: set.sms_countries,
    acceptTokenInMessage: set.accept_token_in_message,
  }),
  present: (row: MovedMerchant) => ({
    id: row.id,
    name: row.name,
    country: row.country,
    timezone: row.timezone,
    currency: row.currency,
    settings: {
      pin_max_attempts: row.pinMaxAttempts,
      pin_lifetime_attempts: row.pinLifetimeAttempts,
      pin_refuse_common: row.pinRefuseCommon,
      otp_ttl_seconds: row.otpTtlSeconds,
      otp_max_attempts: row.otpMaxAttempts,
      otp_requests_per_hour: row.otpRequestsPerHour,
      redemption_pin_authorization: row.redemptionPinAuthorization,
      cashier_cancel_hours: row.cashierCancelHours,
      notify_credential_changes: row.notifyCredentialChanges,
      notify_template_code: row.notifyTemplateCode,
      keep_bookings_days: row.keepBookingsDays,
      keep_refusals_days: row.keepRefusalsDays,
      keep_audit_days: row.keepAuditDays,
      keep_events_days: row.keepEventsDays,
      second_factor_roles: row.secondFactorRoles,
      sms_countries: row.smsCountries,
      accept_token_in_message: row.acceptTokenInMessage,
    },
  }),
};

/** Levels of membership. */
export const levels = {
  schema: z.strictObject(
    { level: smallWhole(0), name: text(mostOf.name, 1) },
    expects("an object"),
  ),
  toRow: (row: Moved["levels"]) => row,
  present: (row: Moved["levels"]) => ({ level: row.level, name: row.name }),
};

/** Stores. A store without a time zone uses the merchant's. */
export const stores = {
  schema: storeSchema,
  toRow: (store: z.output<typeof storeSchema>, { merchant: of }: Facts): Moved["stores"] => ({
    id: store.id,
    code: store.code,
    name: store.name,
    timezone: store.timezone ?? of?.timezone ?? "UTC",
    isActive: store.is_active,
    largestParty: store.largest_party,
    openingHours: store.opening_hours,
  }),
  present: (row: Moved["stores"]) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    timezone: row.timezone,
    is_active: row.isActive,
    largest_party: row.largestParty,
    opening_hours: row.openingHours && presentHours(row.openingHours),
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

/** A merchant's own texts. */
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
