import * as members from "@stampbook/core/members";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { userRef } from "../../wire/fields.ts";
import { presentRequirements, Requirements } from "../../wire/members/requirement.ts";
import { required } from "../../wire/reading.ts";
import { lookUp } from "./looking-up.ts";

/** Says what a member has to spend to reach the next level, and to keep the current one. Interface M5. */
export const upgradeRequirement = operation
  .meta({
    ...lookUp,
    failures: { invalid_data: "__all__" },
    summary: "Says what a member has to spend for the next level (M5)",
    example: {
      body: sample.someone,
      answer: { upgrade_requirement: null, downgrade_requirement: null },
    },
    rest: {
      path: "/api/memberships/upgrade-requirement",
      operationId: "upgradeRequirement",
      methods: ["GET"],
    },
  })
  .input(z.object({ user: required(userRef) }))
  .output(Requirements)
  .query(async ({ ctx, input }) =>
    presentRequirements(await members.getLevelProgress(ctx.coreFor(input), input.user)),
  );
