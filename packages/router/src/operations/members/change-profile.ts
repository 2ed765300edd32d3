import * as members from "@stampbook/core/members";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import type { OperationMeta } from "../../meta.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { code, flag, userRef } from "../../wire/fields.ts";
import {
  MemberBrief,
  MemberMembership,
  MemberUser,
  presentMemberBrief,
  presentMemberMembership,
  presentMemberUser,
} from "../../wire/members/member.ts";
import { optional, required } from "../../wire/reading.ts";
import { changedBirthday, profileFields } from "./profile-fields.ts";

const fields = {
  ...profileFields,
  birthday: optional(changedBirthday).describe(
    "The birthday, from 1900 to today; `none` clears it.",
  ),
  mobile_number: optional(code).describe("The mobile number. Needs the scope `members.identity`."),
  phone: optional(code).describe("The same as `mobile_number`."),
  member_id: optional(code).describe(
    "Takes the place of the first Member ID. Needs the scope `members.identity`.",
  ),
  email_is_verified: optional(flag).describe(
    "Whether the member proved to read the email. Needs the scope `members.identity`.",
  ),
  phone_is_verified: optional(flag).describe(
    "Whether the member proved to hold the number. Needs the scope `members.identity`.",
  ),
};

function readChange(input: z.output<z.ZodObject<typeof fields>>): members.ProfileChange {
  const { name, gender, birthday, address, email, extra_data } = input;
  return {
    name,
    gender,
    birthday,
    address,
    email,
    extraData: extra_data,
    mobileNumber: input.mobile_number ?? input.phone,
    memberId: input.member_id,
    postalCode: input.postal_code,
    notes: input.notes,
    emailIsVerified: input.email_is_verified,
    phoneIsVerified: input.phone_is_verified,
    allowNewsletters: input.allow_newsletters,
    allowSmsMarketing: input.allow_sms_marketing,
    allowWhatsappMarketing: input.allow_whatsapp_marketing,
  };
}

const meta = {
  scope: "members.write",
  idempotent: true,
  failureText: "plain",
  failures: {
    invalid_data: "__all__",
    too_many_attempts: "__all__",
    invalid: ["email", "birthday", "member_id"],
    email_already_used: "email",
    member_id_already_used: "member_id",
  },
} as const satisfies OperationMeta;

/** Adds the failures of a mobile number, reported on `field`, to the failures of `meta`. */
const refusedOn = (field: "mobile_number" | "phone") => ({
  ...meta.failures,
  invalid_mobile_number: field,
  mobile_number_already_used: field,
});

const present = (member: members.Member) => ({
  ...presentMemberUser(member),
  membership: presentMemberMembership(member),
});

const presentBrief = (member: members.Member) => ({ customer: presentMemberBrief(member) });

/** Changes a member's profile. Interface M13. */
export const changeProfile = operation
  .meta({
    ...meta,
    replays: [
      replay(members.keptProfile, async (id, { core }) =>
        present(await members.getChangedMember(core, id)),
      ),
    ],
    failures: refusedOn("mobile_number"),
    summary: "Changes a member's profile (M13)",
    example: {
      body: { ...sample.someone, gender: "male", address: "Jl Raya 2" },
      answer: { ...sample.member.user, address: "Jl Raya 2", membership: sample.member.membership },
    },
    rest: { path: "/api/v2/memberships/change-profile", operationId: "changeProfile" },
  })
  .input(z.object({ user: required(userRef), ...fields }))
  .output(MemberUser.extend({ membership: MemberMembership }))
  .mutation(async ({ ctx, input }) => {
    const member = await members.changeProfile(ctx.coreFor(input), input.user, readChange(input));
    return present(member);
  });

/** Like `changeProfile`, with a shorter answer. Interface M14. */
export const change = operation
  .meta({
    ...meta,
    replays: [
      replay(members.keptProfile, async (id, { core }) =>
        presentBrief(await members.getChangedMember(core, id)),
      ),
    ],
    failures: refusedOn("phone"),
    summary: "Changes a member's profile, with a shorter answer (M14)",
    example: {
      body: { id: 123, name: "Customer" },
      answer: {
        customer: {
          id: 123,
          name: "Customer",
          email: "customer@example.com",
          identifier: "customer@example.com",
          member_id: "M0001",
          phone: "+6281239871234",
          birthday: "1989-10-01",
          gender: "male",
        },
      },
    },
    rest: { path: "/api/memberships/change", operationId: "changeProfileBrief" },
  })
  .input(z.object({ id: required(userRef), ...fields }))
  .output(z.object({ customer: MemberBrief }))
  .mutation(async ({ ctx, input }) => {
    const member = await members.changeProfile(ctx.coreFor(input), input.id, readChange(input));
    return presentBrief(member);
  });
