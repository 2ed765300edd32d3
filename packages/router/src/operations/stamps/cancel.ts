import * as awards from "@stampbook/core/awards";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { id, userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { AwardCanceled, presentCanceledAward } from "../../wire/stamps/award.ts";

/** Takes back stamps that were given by hand. Interface S3. */
export const cancel = operation
  .meta({
    summary: "Takes back stamps that were given by hand (S3)",
    example: {
      after: "stamps.add",
      body: { ...sample.someone, id: 1 },
      answer: {
        customer: { ...sample.customerWithStamps, stamps: 250 },
        award: { ...sample.award, status: "Canceled" },
      },
    },
    rest: { path: "/api/stamps/cancel", operationId: "cancelStamps" },
    scope: "stamps",
    idempotent: true,
    replays: [replay(awards.keptAwardCancel, presentCanceledAward)],
    failures: { invalid_user: "user", award_not_found: [], insufficient_stamps: "id" },
  })
  .input(z.object({ user: required(userRef), id: required(id).describe("The id of the award.") }))
  .output(AwardCanceled)
  .mutation(async ({ ctx, input }) => {
    const { user, id: award } = input;
    return presentCanceledAward(await awards.cancelAward(ctx.coreFor(input), { user, award }));
  });
