import { mostOf } from "@stampbook/core/limits";
import * as core from "@stampbook/core/vouchers";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { id, wholeNumber } from "../../wire/fields.ts";
import { optional, withDefault } from "../../wire/reading.ts";
import { HeldVoucher, presentHeldVoucher } from "../../wire/redemptions/held-voucher.ts";
import { given } from "../redemptions/given.ts";

/** The vouchers that a customer holds. Interface C5. */
export const byMerchantGroup = operation
  .meta({
    summary: "Lists the vouchers that a customer holds (C5)",
    example: {
      body: { user: "customer@example.com", last_voucher_id: 4, per_page: 1 },
      answer: {
        vouchers: [
          {
            id: 21,
            code: "GIFT0021",
            is_active: true,
            quantity: 1,
            value: 50000,
            remaining_value: 50000,
            notes: "",
            start_date: "2026-01-01",
            end_date: "2027-12-31",
            terms_and_conditions: "",
            constraint: { channels: [] },
            template: {
              id: 13,
              name: "Gift card",
              short_description: "",
              description: "",
              instructions: "",
              terms_and_conditions: "",
              picture_url: "https://example.com/bun.png",
              extra_data: {},
              ...sample.ofMerchant,
            },
          },
        ],
      },
    },
    scope: "redemptions",
    failures: { invalid_user: "user" },
    rest: {
      path: "/api/vouchers/by-merchant-group",
      operationId: "listVouchers",
      methods: ["GET"],
    },
  })
  .input(
    z.object({
      user: given.user,
      channel: given.channel,
      last_voucher_id: optional(id).describe("The id of the last voucher of the page before."),
      per_page: withDefault(wholeNumber(1, mostOf.vouchersPage), 20).describe(
        "How many are shown at a time.",
      ),
    }),
  )
  .output(z.object({ vouchers: z.array(HeldVoucher).describe("The vouchers, by id.") }))
  .query(async ({ ctx, input }) => {
    const { user, channel, last_voucher_id: after, per_page: limit } = input;
    const page = { user, channel, after, limit };
    const found = await core.listHeldVouchers(ctx.coreFor(input), page);
    return { vouchers: found.map((voucher) => presentHeldVoucher(voucher, ctx.merchant)) };
  });
