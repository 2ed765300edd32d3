import type { RedeemInput } from "@stampbook/core/redemptions";
import { channel } from "../../wire/channel.ts";
import { type ExtraData, extraData } from "../../wire/extra-data.ts";
import { code, reference, stampsGiven, wholeNumber } from "../../wire/fields.ts";
import { optional, required, withDefault } from "../../wire/reading.ts";

/** Parameters that most ways to redeem share, each to be listed in its table's order. */
export const given = {
  user: required(reference),
  store: required(reference),
  invoice_number: optional(code),
  channel: optional(channel),
  request_id: optional(code),
  extra_data: optional(extraData),
};

/** Where the refusals lie that most ways to redeem share. Source: decisions, section 2. */
export const givenFailures = {
  invalid_store: "store",
  invalid_user: "user",
  membership_blocked: "user",
  authorization_required: "request_id",
} as const;

/** Where the refusals of a voucher lie that is named by its id. */
export const voucherFailures = {
  invalid_voucher: "voucher",
  invalid_voucher_owner: "user",
  voucher_already_redeemed: "voucher",
  voucher_expired: "voucher",
  voucher_not_started: "voucher",
  voucher_not_available: "voucher",
} as const;

/** How much of a reward, and what a flexible one costs. */
export const priceOf = {
  qty: withDefault(wholeNumber(1, 100), 1),
  stamps: optional(stampsGiven),
};

/** The shared parameters as a verb takes them. */
export function asRedeemInput(input: {
  readonly user: number | string;
  readonly store: number | string;
  readonly invoice_number: string | null;
  readonly channel: number | null;
  readonly request_id: string | null;
  readonly extra_data?: ExtraData | null;
}): RedeemInput {
  return {
    user: input.user,
    store: input.store,
    invoiceNumber: input.invoice_number,
    channel: input.channel,
    requestId: input.request_id,
    extraData: input.extra_data ?? null,
  };
}
