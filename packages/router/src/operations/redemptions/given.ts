import { mostOf } from "@stampbook/core/limits";
import type { RedeemInput } from "@stampbook/core/redeeming";
import { channel } from "../../wire/channel.ts";
import { type ExtraData, extraData } from "../../wire/extra-data.ts";
import {
  invoiceNumber,
  requestId,
  stampsGiven,
  storeRef,
  userRef,
  wholeNumber,
} from "../../wire/fields.ts";
import { optional, required, withDefault } from "../../wire/reading.ts";

/** Parameters that most redemptions share. Each operation lists them in the order of its interface table. */
export const given = {
  user: required(userRef),
  store: required(storeRef),
  invoice_number: optional(invoiceNumber),
  channel: optional(channel),
  request_id: optional(requestId),
  extra_data: optional(extraData),
};

/** For each refusal that most redemptions share, the input that it is reported on. */
export const givenFailures = {
  invalid_store: "store",
  invalid_user: "user",
  membership_blocked: "user",
  membership_partial: "user",
  authorization_required: "request_id",
} as const;

/**
 * For each refusal of a voucher, the input that it is reported on. For operations that name the voucher in
 * the parameter `voucher`.
 */
export const voucherFailures = {
  invalid_voucher: "voucher",
  invalid_voucher_owner: "user",
  voucher_already_redeemed: "voucher",
  voucher_expired: "voucher",
  voucher_not_started: "voucher",
  voucher_not_available: "voucher",
} as const;

/** For each refusal, the input that it is reported on. For operations that name the voucher by its code. */
export const codeFailures = {
  invalid_store: "store",
  invalid_user: "identifier",
  membership_blocked: "identifier",
  membership_partial: "identifier",
  invalid_voucher: "voucher_code",
  invalid_voucher_owner: "identifier",
  voucher_already_redeemed: "voucher_code",
  voucher_expired: "voucher_code",
  voucher_not_started: "voucher_code",
  voucher_not_available: "voucher_code",
  authorization_required: "request_id",
  too_many_attempts: "voucher_code",
} as const;

/** The quantity of a reward, and for a flexible reward its price. */
export const priceOf = {
  qty: withDefault(wholeNumber(1, mostOf.qty), 1).describe("How many."),
  stamps: optional(stampsGiven),
};

/** Converts the shared parameters to the core's input. */
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
