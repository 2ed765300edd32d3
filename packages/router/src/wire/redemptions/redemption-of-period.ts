import type { KnownCaller } from "@stampbook/core/context";
import type { RedemptionOfPeriod as Listed } from "@stampbook/core/history";
import { z } from "zod";
import { ActorShown, presentActor } from "../history/actor.ts";
import { secondsAt } from "../shown.ts";
import { secondsOf } from "../values.ts";
import { presentWholeRedemption, WholeRedemption } from "./whole-redemption.ts";

const Cancel = z
  .object({
    line: z
      .int()
      .nullable()
      .describe("The line, if only a part was canceled. Null: all that was left."),
    qty: z.int().nullable().describe("How many of the line were canceled. Null without a line."),
    stamps_returned: z.int().describe("The stamps that this cancel gave back."),
    created: secondsAt("When it was canceled"),
    canceled_by: ActorShown.describe("Who canceled it."),
  })
  .meta({ id: "RedemptionCancel", description: "A cancel of a redemption, or of a part of it." });

/** A redemption in the list of a period. Interface 3, R14. */
export const RedemptionOfPeriod = WholeRedemption.extend({
  cancel: Cancel.nullable().describe(
    "The cancel with which it is listed, by `canceled`. Null by `created`.",
  ),
}).meta({ id: "RedemptionOfPeriod", description: "A redemption in the list of a period." });

export function presentRedemptionOfPeriod(
  { cancel, ...redemption }: Listed,
  caller: KnownCaller,
): z.input<typeof RedemptionOfPeriod> {
  return {
    ...presentWholeRedemption(redemption, caller),
    cancel: cancel && {
      line: cancel.line,
      qty: cancel.qty,
      stamps_returned: cancel.stamps,
      created: secondsOf(cancel.createdAt),
      canceled_by: presentActor(cancel.canceledBy),
    },
  };
}
