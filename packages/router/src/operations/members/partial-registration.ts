import * as members from "@stampbook/core/members";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { code, flag, userRef } from "../../wire/fields.ts";
import {
  MemberMembership,
  PartialUser,
  presentMemberMembership,
  presentPartialUser,
} from "../../wire/members/member.ts";
import { optional, required, withDefault } from "../../wire/reading.ts";

const Membership = MemberMembership.extend({
  status: MemberMembership.shape.member_status,
}).meta({ id: "PartialMembership", description: "A membership; `status` is a word." });

function present(member: members.Member) {
  const membership = presentMemberMembership(member);
  return {
    membership: { ...membership, status: membership.member_status },
    user: presentPartialUser(member),
  };
}

/** Registers a member by an email or a mobile number alone. Interface M12. */
export const partialRegistration = operation
  .meta({
    scope: "members.write",
    idempotent: true,
    replays: [
      replay(members.keptRegistration, async (id, { core }) =>
        present(await members.getRegisteredMember(core, id)),
      ),
    ],
    failureText: "plain",
    failures: {
      required: "user",
      invalid: "user",
      invalid_data: "__all__",
      invalid_mobile_number: "user",
      email_already_used: "user",
      mobile_number_already_used: "user",
      too_many_attempts: "__all__",
    },
    summary: "Registers a member by an email or a mobile number alone (M12)",
    example: {
      body: { user: "new@example.com", registering_employee_code: "7" },
      answer: {
        membership: {
          ...sample.newMembership,
          status: "Active",
          redemption_allowed: false,
          allow_newsletters: false,
        },
        user: {
          ...sample.newMember,
          id: 125,
          name: "",
          gender: null,
          email: "new@example.com",
          phone: null,
          member_ids: ["M9121682405"],
          primary_membership_id: "M9121682405",
          primary_member_id: "M9121682405",
          has_pin: false,
          registration_status: "Partial",
        },
      },
    },
    rest: { path: "/api/v3/memberships/partial-registration", operationId: "registerMemberInPart" },
  })
  .input(
    z.object({
      user: required(userRef).describe("An email or a mobile number."),
      send_registration_message: withDefault(flag, false).describe(
        "Whether the member gets the message template `registration`.",
      ),
      registering_employee_code: optional(code).describe("The employee who registers the member."),
    }),
  )
  .output(z.object({ membership: Membership, user: PartialUser }))
  .mutation(async ({ ctx, input }) => {
    const member = await members.registerInPart(ctx.coreFor(input), {
      user: input.user,
      sendsMessage: input.send_registration_message,
      employeeCode: input.registering_employee_code,
    });
    return present(member);
  });
