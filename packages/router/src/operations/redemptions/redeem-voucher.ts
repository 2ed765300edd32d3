import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { idOrCode } from "../../wire/fields.ts";
import {
  MembershipWithStatusCode,
  presentMembershipWithStatusCode,
} from "../../wire/membership.ts";
import { required } from "../../wire/reading.ts";
import { presentRedemption, Redemption } from "../../wire/redemptions/redemption.ts";
import { presentVoucherInShort, VoucherInShort } from "../../wire/redemptions/voucher.ts";
import { asRedeemInput, given, givenFailures, voucherFailures } from "./given.ts";

const present = (done: redeeming.VoucherRedeemed) => ({
  redemption: presentRedemption(done.redemption),
  membership: presentMembershipWithStatusCode(done),
  voucher: presentVoucherInShort(done.voucher),
});

/** Redeems a voucher that the customer holds. Interface R2. */
export const redeemVoucher = operation
  .meta({
    summary: "Redeems a voucher that a customer holds (R2)",
    example: {
      body: { ...sample.who, voucher: 22, invoice_number: "INV-2", extra_data: { table: 7 } },
      answer: {
        redemption: { ...sample.redemption, extra_data: { table: 7 } },
        membership: sample.membership,
        voucher: { ...sample.shortVoucher, id: 22, code: "KAYA0022" },
      },
    },
    rest: { path: "/api/v2/redemptions/redeem-voucher", operationId: "redeemVoucher" },
    scope: "redemptions",
    role: "cashier",
    byPin: true,
    idempotent: true,
    replays: [replay(redeeming.keptVoucher, present)],
    failures: { ...givenFailures, ...voucherFailures, too_many_attempts: "voucher" },
  })
  .input(
    z.object({
      user: given.user,
      voucher: required(idOrCode).describe("The voucher: its id or its code."),
      store: given.store,
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
    const { voucher } = input;
    return present(
      await redeeming.redeemVoucher(ctx.coreFor(input), { ...asRedeemInput(input), voucher }),
    );
  });
