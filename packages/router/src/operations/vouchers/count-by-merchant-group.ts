import * as core from "@stampbook/core/vouchers";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { given } from "../redemptions/given.ts";

/** How many vouchers a customer holds. Interface C8. */
export const countByMerchantGroup = operation
  .meta({
    summary: "Says how many vouchers a customer holds (C8)",
    example: { body: sample.someone, answer: { count: 6 } },
    scope: "redemptions",
    failures: { invalid_user: "user" },
    rest: {
      path: "/api/vouchers/count-by-merchant-group",
      operationId: "countVouchers",
      methods: ["GET"],
    },
  })
  .input(z.object({ user: given.user, channel: given.channel }))
  .output(z.object({ count: z.int().describe("How many vouchers the customer holds.") }))
  .query(async ({ ctx, input }) => ({
    count: await core.countHeldVouchers(ctx.coreFor(input), input),
  }));
