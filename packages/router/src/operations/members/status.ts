import * as members from "@stampbook/core/members";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { userRef } from "../../wire/fields.ts";
import { MemberStatus, presentMemberStatus } from "../../wire/members/member.ts";
import { required } from "../../wire/reading.ts";
import { lookUp } from "./looking-up.ts";

/** Shows a member in one flat object. Interface M2. */
export const status = operation
  .meta({
    ...lookUp,
    failureErrors: "list",
    summary: "Shows a member in one flat object (M2)",
    example: { body: sample.someone, answer: { ...sample.flatMember, membership_status: "Blue" } },
    rest: { path: "/api/memberships/status", operationId: "memberStatus", methods: ["GET"] },
  })
  .input(z.object({ user: required(userRef) }))
  .output(MemberStatus)
  .query(async ({ ctx, input }) =>
    presentMemberStatus(await members.getMember(ctx.coreFor(input), input.user)),
  );
