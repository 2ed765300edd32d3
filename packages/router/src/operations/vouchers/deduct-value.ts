import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { amount, id } from "../../wire/fields.ts";
import {
  MembershipWithStatusCode,
  presentMembershipWithStatusCode,
} from "../../wire/membership.ts";
import { required } from "../../wire/reading.ts";
import { presentRedemption, Redemption } from "../../wire/redemptions/redemption.ts";
import { presentVoucherInShort, VoucherInShort } from "../../wire/redemptions/voucher.ts";
import { asRedeemInput, given, givenFailures, voucherFailures } from "../redemptions/given.ts";

const present = (done: redeeming.VoucherRedeemed) => ({
  redemption: presentRedemption(done.redemption),
  membership: presentMembershipWithStatusCode(done),
  voucher: presentVoucherInShort(done.voucher),
});

/** Deducts a value from a voucher with a dynamic value. Interface R3. */
export const deductValue = operation
  .meta({
    summary: "Deducts a value from a voucher with a dynamic value (R3)",
    example: {
      body: { ...sample.who, voucher: 21, value: "12500.00" },
      answer: {
        redemption: { ...sample.redemption, reward: "Gift card" },
        membership: sample.membership,
        voucher: { id: 21, name: "Gift card", code: "GIFT0021", type: "voucher" },
      },
    },
    rest: { path: "/api/vouchers/deduct-value", operationId: "deductVoucherValue" },
    scope: "vouchers",
    role: "cashier",
    byPin: true,
    idempotent: true,
    replays: [replay(redeeming.keptDeduction, present)],
    failures: {
      ...givenFailures,
      ...voucherFailures,
      voucher_value_not_dynamic: "voucher",
      insufficient_voucher_value: "value",
    },
  })
  .input(
    z.object({
      user: given.user,
      voucher: required(id).describe("The id of the voucher."),
      store: given.store,
      value: required(amount).describe("The value to deduct."),
      invoice_number: given.invoice_number,
      channel: given.channel,
      request_id: given.request_id,
      extra_data: given.extra_data,
    }),
  )
  .output(
    z.object({
      redemption: Redemption,
      membership: MembershipWithStatusCode,
      voucher: VoucherInShort,
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { voucher, value } = input;
    return present(
      await redeeming.deductValue(ctx.coreFor(input), { ...asRedeemInput(input), voucher, value }),
    );
  });
