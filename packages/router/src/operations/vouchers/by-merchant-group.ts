import { mostOf } from "@stampbook/core/limits";
import * as core from "@stampbook/core/vouchers";
import { z } from "zod";
import { operation } from "../../trpc.ts";
import { id, wholeNumber } from "../../wire/fields.ts";
import { optional, withDefault } from "../../wire/reading.ts";
import { HeldVoucher, presentHeldVoucher } from "../../wire/redemptions/held-voucher.ts";
import { given } from "../redemptions/given.ts";

/** The vouchers that a customer holds. Interface C5. */
export const byMerchantGroup = operation
  .meta({
    summary: "Lists the vouchers that a customer holds (C5)",
    scope: "redemptions",
    failures: { invalid_user: "user" },
    rest: { path: "/api/vouchers/by-merchant-group", methods: ["GET"] },
  })
  .input(
    z.object({
      user: given.user,
      channel: given.channel,
      last_voucher_id: optional(id),
      per_page: withDefault(wholeNumber(1, mostOf.vouchersPage), 20),
    }),
  )
  .output(z.object({ vouchers: z.array(HeldVoucher) }))
  .query(async ({ ctx, input }) => {
    const { user, channel, last_voucher_id: after, per_page: limit } = input;
    const page = { user, channel, after, limit };
    const found = await core.listHeldVouchers(ctx.coreFor(input), page);
    return { vouchers: found.map((voucher) => presentHeldVoucher(voucher, ctx.merchant)) };
  });
