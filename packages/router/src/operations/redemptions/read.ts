import * as history from "@stampbook/core/history";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import type { OperationMeta } from "../../meta.ts";
import { operation } from "../../trpc.ts";
import { id } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { presentWholeRedemption, WholeRedemption } from "../../wire/redemptions/whole-redemption.ts";

/** A redemption of the customer of the examples. */
const after = "redemptions.redeemVoucherCode";

const failures = { too_many_attempts: "__all__" } as const satisfies OperationMeta["failures"];

/** One redemption in full. Interface R12. */
export const details = operation
  .meta({
    summary: "Shows a redemption in full (R12)",
    example: {
      after,
      body: { redemption_id: 1 },
      answer: { redemption: sample.wholeRedemption },
    },
    scope: ["redemptions", "redemptions.read"],
    failures: { redemption_not_found: [], ...failures },
    rest: { path: "/api/v2/redemptions/details", methods: ["GET"] },
  })
  .input(z.object({ redemption_id: required(id) }))
  .output(z.object({ redemption: WholeRedemption }))
  .query(async ({ ctx, input }) => {
    const core = ctx.coreFor(input);
    const redemption = await history.getWholeRedemption(core, input.redemption_id);
    return { redemption: presentWholeRedemption(redemption, core.caller) };
  });
