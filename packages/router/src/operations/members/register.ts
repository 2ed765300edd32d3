import * as members from "@stampbook/core/members";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import type { OperationMeta } from "../../meta.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { requiredIf } from "../../wire/check-fields.ts";
import { confirmed, pinMismatch } from "../../wire/credentials/confirmation.ts";
import { optionalNewPassword } from "../../wire/credentials/passwords.ts";
import { pinRepeated, pinSent } from "../../wire/credentials/secrets.ts";
import { code, flag, storeRef } from "../../wire/fields.ts";
import {
  MemberBrief,
  MemberMembership,
  MemberUser,
  presentMemberBrief,
  presentMemberMembership,
  presentMemberUser,
} from "../../wire/members/member.ts";
import { optional, required } from "../../wire/reading.ts";
import { profileFields } from "./profile-fields.ts";

const fields = {
  ...profileFields,
  name: required(code).describe("The name."),
  store: optional(storeRef),
  member_id: optional(code).describe(
    "The Member ID, such as that of a printed card. Without it one is made.",
  ),
  password: optionalNewPassword,
  referral_code: optional(code).describe("The referral code of another member."),
  registering_employee_code: optional(code).describe("The employee who registers the member."),
  is_active: optional(flag).describe("False registers a member who may not redeem."),
  email_is_verified: optional(flag).describe(
    "Whether the member proved to read the email. Needs the scope `members.identity`.",
  ),
  phone_is_verified: optional(flag).describe(
    "Whether the member proved to hold the number. Needs the scope `members.identity`.",
  ),
  pin: optional(pinSent),
  confirm_pin: optional(pinRepeated),
  registration_method: optional(code).describe("How the member was registered."),
};

const confirmedPin = { field: "pin", by: "confirm_pin", ...pinMismatch } as const;

const numbers = {
  mobile_number: optional(code).describe("The mobile number. This or an email is needed."),
  phone: optional(code).describe("The same as `mobile_number`."),
};
const input = requiredIf(
  confirmed(z.object({ ...fields, ...numbers }), confirmedPin),
  "confirm_pin",
  ({ pin }) => pin !== null && pin !== undefined,
).meta({ id: "Registration", description: "A member to register." });

type Read = z.output<typeof input>;

/** Converts the parameters to the core's input. */
function readRegistration(input: Read): members.Registration {
  const mobileNumber = input.mobile_number ?? input.phone;
  return {
    name: input.name,
    email: input.email,
    mobileNumber,
    memberId: input.member_id,
    gender: input.gender ?? "",
    address: input.address ?? "",
    birthday: input.birthday,
    postalCode: input.postal_code ?? "",
    store: input.store,
    password: input.password,
    notes: input.notes ?? "",
    isActive: input.is_active ?? true,
    emailIsVerified: input.email_is_verified ?? false,
    phoneIsVerified: input.phone_is_verified ?? false,
    pin: input.pin,
    referralCode: input.referral_code,
    employeeCode: input.registering_employee_code,
    newsletters: input.allow_newsletters,
    smsMarketing: input.allow_sms_marketing,
    whatsappMarketing: input.allow_whatsapp_marketing,
    method: input.registration_method,
    messageTemplate: null,
    extraData: input.extra_data,
  };
}

// `hashes` is not set: most registrations set no secret, so they are accepted while the hash queue is full
const meta = {
  scope: "members.write",
  idempotent: true,
  failureText: "plain",
  failures: {
    required: ["email", "confirm_pin"],
    // a wrong email, an impossible birthday, a common PIN (if the merchant refuses those), or a wrong referral code
    invalid: ["email", "birthday", "pin", "referral_code"],
    invalid_data: "__all__",
    invalid_store: "store",
    too_many_attempts: "__all__",
    weak_password: "password",
    pin_mismatch: "confirm_pin",
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
  registering_employee_code: member.employeeCode,
});

const presentBrief = (member: members.Member) => ({ customer: presentMemberBrief(member) });

/** Registers a member. Interface M10. */
export const register = operation
  .meta({
    ...meta,
    replays: [
      replay(members.keptRegistration, async (id, { core }) =>
        present(await members.getRegisteredMember(core, id)),
      ),
    ],
    failures: refusedOn("mobile_number"),
    summary: "Registers a member (M10)",
    example: {
      body: {
        name: "Laras",
        email: "laras@example.com",
        mobile_number: "081239870000",
        store: 32,
        member_id: "A-7",
        gender: "female",
        referral_code: "9121682",
        pin: "135790",
        confirm_pin: "135790",
        allow_newsletters: true,
        notes: "Nut allergy",
        registering_employee_code: "7",
      },
      answer: {
        ...sample.newMember,
        notes: "Nut allergy",
        membership: sample.newMembership,
        registering_employee_code: "7",
      },
    },
    rest: { path: "/api/v2/memberships/register", operationId: "registerMember" },
  })
  .input(input)
  .output(
    MemberUser.extend({
      membership: MemberMembership,
      registering_employee_code: z
        .string()
        .nullable()
        .describe("The employee who registers the member."),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { phone, ...others } = input;
    // `phone` counts as `mobile_number` in the fingerprint, so that calls keep the fingerprint that they had
    // before `phone` was accepted
    const core = ctx.coreFor({ ...others, mobile_number: input.mobile_number ?? phone });
    const { id } = await members.registerMember(core, readRegistration(input));
    return present(await members.getRegisteredMember(core, id));
  });

/** Like `register`, with a shorter answer. Interface M11. */
export const registerBrief = operation
  .meta({
    ...meta,
    replays: [
      replay(members.keptRegistration, async (id, { core }) =>
        presentBrief(await members.getRegisteredMember(core, id)),
      ),
    ],
    failures: refusedOn("phone"),
    summary: "Registers a member, with a shorter answer (M11)",
    example: {
      body: { name: "Bayu", email: "bayu@example.com", phone: "081239870001", member_id: "A-8" },
      answer: {
        customer: {
          id: 125,
          name: "Bayu",
          email: "bayu@example.com",
          identifier: "bayu@example.com",
          member_id: "A-8",
          phone: "+6281239870001",
          birthday: null,
          gender: "",
        },
      },
    },
    rest: { path: "/api/memberships/register", operationId: "registerMemberBrief" },
  })
  .input(input)
  .output(z.object({ customer: MemberBrief }))
  .mutation(async ({ ctx, input }) => {
    const { mobile_number, ...others } = input;
    const core = ctx.coreFor({ ...others, phone: mobile_number ?? input.phone });
    const { id } = await members.registerMember(core, readRegistration(input));
    return presentBrief(await members.getRegisteredMember(core, id));
  });
