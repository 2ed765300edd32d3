import { mostOf } from "@stampbook/core/limits";
import * as members from "@stampbook/core/members";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { day } from "../../wire/bookings/booking.ts";
import { flag, storeRef, userRef, wholeNumber } from "../../wire/fields.ts";
import { optional, required, withDefault } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";
import { withoutAbsent } from "../../without-absent.ts";

/** Gives a member a level by hand. Interface M15. */
export const setLevel = operation
  .meta({
    summary: "Gives a member a level (M15)",
    example: { body: { ...sample.someone, level: 100 }, answer: sample.ok },
    rest: { path: "/api/v2/memberships/set-level", operationId: "setLevel" },
    scope: "members.manage",
    idempotent: true,
    replays: [replay(members.keptLevel, () => statusOk)],
    failureText: "plain",
    failures: {
      user_has_no_membership: "user",
      invalid_choice: "level",
      downgrade_not_allowed: "__all__",
      invalid_store: "store",
    },
  })
  .input(
    z.object({
      user: required(userRef),
      level: required(wholeNumber(0, mostOf.count)).describe("The code of the level."),
      upgrade_only: withDefault(flag, false).describe(
        "Whether a level below the member's is refused.",
      ),
      end_date: optional(day).describe(
        "The last day of the level, today or later. It stays by default.",
      ),
      store: optional(storeRef),
    }),
  )
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    const { user, level, upgrade_only: upgradeOnly, end_date: endDate, store } = input;
    const core = ctx.coreFor(withoutAbsent(input, ["store"]));
    await members.setLevel(core, { user, level, upgradeOnly, endDate, store });
    return statusOk;
  });
