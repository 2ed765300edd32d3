import { staffRoles } from "@stampbook/core/context";
import {
  bookingBounds,
  mostOf,
  programmeBounds,
  programmeForms,
  settingBounds,
} from "@stampbook/core/limits";
import type { MovedMerchant } from "@stampbook/core/moving";
import { spentStampsChoices } from "@stampbook/core/programme";
import { hundredths } from "@stampbook/core/vouchers";
import { z } from "zod";
import {
  amount,
  countries,
  country,
  currency,
  expects,
  flag,
  id,
  maybe,
  oneOf,
  smallWhole,
  text,
  timezone,
  whole,
} from "./fields.ts";

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
    booking_undo_minutes: whole(...bookingBounds.bookingUndoMinutes).default(15),
    booking_links: flag.default(true),
    booking_cancel_minutes: whole(...bookingBounds.bookingCancelMinutes).default(0),
    // null: no reminders
    booking_reminder_hours: maybe(whole(...bookingBounds.bookingReminderHours)),
    // null: no limit
    cashier_sale_stamps: whole(...settingBounds.cashierSaleStamps)
      .nullable()
      .default(1_000),
    cashier_sale_total: maybe(whole(...settingBounds.cashierSaleTotal)),
    cashier_stamps_per_day: whole(...settingBounds.cashierStampsPerDay)
      .nullable()
      .default(20_000),
    notify_credential_changes: flag.default(true),
    notify_template_code: text(mostOf.code, 1).default("credential_changed"),
    // null: rows of this kind are never deleted
    keep_bookings_days: smallWhole(1).nullable().default(null),
    keep_refusals_days: smallWhole(1).nullable().default(30),
    keep_audit_days: smallWhole(1).nullable().default(null),
    keep_events_days: smallWhole(1).nullable().default(365),
    second_factor_roles: z.array(oneOf(staffRoles)).default([]),
    sms_countries: countries.default([]),
    accept_token_in_message: flag.default(false),
    lock_after_minutes: whole(...settingBounds.lockAfterMinutes)
      .nullable()
      .default(null),
    one_redemption_per_invoice: flag.default(false),
    partial_may_redeem: flag.default(false),
    member_id_prefix: text(mostOf.code)
      .regex(
        programmeForms.memberIdPrefix,
        "must be a letter, then up to nine more letters, digits and dashes",
      )
      .default("M"),
    marketing_default: flag.default(false),
    spent_stamps_on_cancel: oneOf(spentStampsChoices).default("refuse"),
    spent_stamps_on_return: oneOf(spentStampsChoices).default("owe"),
    // null: the default, which grows with the stores
    guesses_per_minute: maybe(whole(...settingBounds.guessesPerMinute)),
    blocked_pins_per_day: maybe(whole(...settingBounds.blockedPinsPerDay)),
    customers_shown_per_minute: maybe(whole(...settingBounds.customersShownPerMinute)),
    customers_shown_per_day: maybe(whole(...settingBounds.customersShownPerDay)),
    suggestions_per_minute: maybe(whole(...settingBounds.suggestionsPerMinute)),
  },
  expects("an object"),
);

const programme = z.strictObject(
  {
    earn_amount: maybe(amount).refine(
      (value) => value === null || hundredths(value) > 0n,
      "must be above zero, or null if sales earn nothing by amount",
    ),
    earn_stamps: whole(...programmeBounds.earnStamps).default(1),
    earn_on: oneOf(["total", "subtotal"]).default("total"),
    earn_max_per_transaction: maybe(whole(...programmeBounds.earnMaxPerTransaction)),
    earn_max_per_day: maybe(whole(...programmeBounds.earnMaxPerDay)),
    accept_stamps_from_pos: flag.default(true),
    stamps_valid_days: maybe(whole(...programmeBounds.stampsValidDays)),
  },
  expects("an object"),
);

const merchantSchema = z.strictObject(
  {
    id,
    name: text(mostOf.name, 1),
    country,
    timezone,
    currency,
    settings: settings.prefault({}),
    programme: programme.prefault({}),
  },
  expects("an object"),
);

/** The merchant in an import file, with its settings and its earning programme. */
export const merchant = {
  schema: merchantSchema,
  toRow: ({
    settings: set,
    programme: earning,
    ...rest
  }: z.output<typeof merchantSchema>): MovedMerchant => ({
    ...rest,
    pinMaxAttempts: set.pin_max_attempts,
    pinLifetimeAttempts: set.pin_lifetime_attempts,
    pinRefuseCommon: set.pin_refuse_common,
    otpTtlSeconds: set.otp_ttl_seconds,
    otpMaxAttempts: set.otp_max_attempts,
    otpRequestsPerHour: set.otp_requests_per_hour,
    redemptionPinAuthorization: set.redemption_pin_authorization,
    cashierCancelHours: set.cashier_cancel_hours,
    bookingUndoMinutes: set.booking_undo_minutes,
    bookingLinks: set.booking_links,
    bookingCancelMinutes: set.booking_cancel_minutes,
    bookingReminderHours: set.booking_reminder_hours,
    cashierSaleStamps: set.cashier_sale_stamps,
    cashierSaleTotal: set.cashier_sale_total,
    cashierStampsPerDay: set.cashier_stamps_per_day,
    notifyCredentialChanges: set.notify_credential_changes,
    notifyTemplateCode: set.notify_template_code,
    keepBookingsDays: set.keep_bookings_days,
    keepRefusalsDays: set.keep_refusals_days,
    keepAuditDays: set.keep_audit_days,
    keepEventsDays: set.keep_events_days,
    secondFactorRoles: set.second_factor_roles,
    smsCountries: set.sms_countries,
    acceptTokenInMessage: set.accept_token_in_message,
    lockAfterMinutes: set.lock_after_minutes,
    oneRedemptionPerInvoice: set.one_redemption_per_invoice,
    partialMayRedeem: set.partial_may_redeem,
    memberIdPrefix: set.member_id_prefix,
    marketingDefault: set.marketing_default,
    spentStampsOnCancel: set.spent_stamps_on_cancel,
    spentStampsOnReturn: set.spent_stamps_on_return,
    guessesPerMinute: set.guesses_per_minute,
    blockedPinsPerDay: set.blocked_pins_per_day,
    customersShownPerMinute: set.customers_shown_per_minute,
    customersShownPerDay: set.customers_shown_per_day,
    suggestionsPerMinute: set.suggestions_per_minute,
    earnAmount: earning.earn_amount,
    earnStamps: earning.earn_stamps,
    earnOn: earning.earn_on,
    earnMaxPerTransaction: earning.earn_max_per_transaction,
    earnMaxPerDay: earning.earn_max_per_day,
    acceptStampsFromPos: earning.accept_stamps_from_pos,
    stampsValidDays: earning.stamps_valid_days,
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
      booking_undo_minutes: row.bookingUndoMinutes,
      booking_links: row.bookingLinks,
      booking_cancel_minutes: row.bookingCancelMinutes,
      booking_reminder_hours: row.bookingReminderHours,
      cashier_sale_stamps: row.cashierSaleStamps,
      cashier_sale_total: row.cashierSaleTotal,
      cashier_stamps_per_day: row.cashierStampsPerDay,
      notify_credential_changes: row.notifyCredentialChanges,
      notify_template_code: row.notifyTemplateCode,
      keep_bookings_days: row.keepBookingsDays,
      keep_refusals_days: row.keepRefusalsDays,
      keep_audit_days: row.keepAuditDays,
      keep_events_days: row.keepEventsDays,
      second_factor_roles: row.secondFactorRoles,
      sms_countries: row.smsCountries,
      accept_token_in_message: row.acceptTokenInMessage,
      lock_after_minutes: row.lockAfterMinutes,
      one_redemption_per_invoice: row.oneRedemptionPerInvoice,
      partial_may_redeem: row.partialMayRedeem,
      member_id_prefix: row.memberIdPrefix,
      marketing_default: row.marketingDefault,
      spent_stamps_on_cancel: row.spentStampsOnCancel,
      spent_stamps_on_return: row.spentStampsOnReturn,
      guesses_per_minute: row.guessesPerMinute,
      blocked_pins_per_day: row.blockedPinsPerDay,
      customers_shown_per_minute: row.customersShownPerMinute,
      customers_shown_per_day: row.customersShownPerDay,
      suggestions_per_minute: row.suggestionsPerMinute,
    },
    programme: {
      earn_amount: row.earnAmount,
      earn_stamps: row.earnStamps,
      earn_on: row.earnOn,
      earn_max_per_transaction: row.earnMaxPerTransaction,
      earn_max_per_day: row.earnMaxPerDay,
      accept_stamps_from_pos: row.acceptStampsFromPos,
      stamps_valid_days: row.stampsValidDays,
    },
  }),
};
