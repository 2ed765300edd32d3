import * as privacy from "@stampbook/core/privacy";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Erases a member's personal data for good. Interface M16. */
export const anonymize = operation
  .meta({
    summary: "Erases a member's personal data for good (M16)",
    example: { body: { identifier: "budi@example.com" }, answer: sample.ok },
    rest: { path: "/api/v2/memberships/anonymize", operationId: "anonymizeMember" },
    scope: "members.manage",
    idempotent: true,
    replays: [replay(privacy.keptAnonymization, () => statusOk)],
    failureText: "plain",
    failures: { invalid_data: "__all__" },
  })
  .input(z.object({ identifier: required(userRef) }))
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    await privacy.anonymizeMember(ctx.coreFor(input), input.identifier);
    return statusOk;
  });
