import * as members from "@stampbook/core/members";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { flag, userRef } from "../../wire/fields.ts";
import { presentMemberMembership, presentMemberUser } from "../../wire/members/member.ts";
import { presentRequirements, Requirements } from "../../wire/members/requirement.ts";
import { required, withDefault } from "../../wire/reading.ts";
import { lookUp, MemberDetails } from "./looking-up.ts";

/**
 * Shows a member in full. If spending decides the levels, `verbose` adds what the member must still spend to
 * reach the next level, and to keep the current one. Interface M1.
 */
export const details = operation
  .meta({
    ...lookUp,
    summary: "Shows a member in full (M1)",
    example: { body: sample.someone, answer: sample.member },
    rest: { path: "/api/v2/memberships/details", operationId: "memberDetails", methods: ["GET"] },
  })
  .input(
    z.object({
      user: required(userRef),
      verbose: withDefault(flag, false).describe(
        "Adds `upgrade_requirement` and `downgrade_requirement`, if spending decides the levels.",
      ),
    }),
  )
  .output(MemberDetails.extend(Requirements.partial().shape))
  .query(async ({ ctx, input }) => {
    const core = ctx.coreFor(input);
    const member = await members.getMember(core, input.user);
    const progress = input.verbose ? await members.getLevelProgress(core, input.user) : null;
    return {
      membership: presentMemberMembership(member),
      user: presentMemberUser(member),
      tags: [...member.membership.tags],
      ...(progress?.levelsCarrySpending ? presentRequirements(progress) : {}),
    };
  });
