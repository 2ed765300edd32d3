import * as members from "@stampbook/core/members";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { code } from "../../wire/fields.ts";
import { presentMemberMembership, presentMemberUser } from "../../wire/members/member.ts";
import { required } from "../../wire/reading.ts";
import { lookUp, MemberDetails } from "./looking-up.ts";

/** Shows the member with the given Member ID, in full. Interface M3. */
export const byCardNumber = operation
  .meta({
    ...lookUp,
    summary: "Shows the member with a Member ID (M3)",
    example: { body: { card_number: "M0001" }, answer: sample.member },
    rest: {
      path: "/api/v2/memberships/user-by-card-number",
      operationId: "memberByCardNumber",
      methods: ["GET"],
    },
  })
  .input(
    z.object({
      card_number: required(code).describe(
        "The Member ID, or what `member_ids` shows in place of one.",
      ),
    }),
  )
  .output(MemberDetails)
  .query(async ({ ctx, input }) => {
    const member = await members.getMemberByCard(ctx.coreFor(input), input.card_number);
    return {
      membership: presentMemberMembership(member),
      user: presentMemberUser(member),
      tags: [...member.membership.tags],
    };
  });
