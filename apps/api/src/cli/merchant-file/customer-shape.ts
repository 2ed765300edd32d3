import { emailKeyOf } from "@stampbook/core/comparing";
import { isEmail, toE164 } from "@stampbook/core/customers";
import { forms, mostOf, passwordLength } from "@stampbook/core/limits";
import { firstLevel, type Moved } from "@stampbook/core/moving";
import { z } from "zod";
import type { Facts } from "./facts.ts";
import {
  code,
  day,
  expects,
  extraData,
  flag,
  id,
  maybe,
  moment,
  oneOf,
  password,
  reference,
  text,
} from "./fields.ts";
import { membership, statusCode, sumOf } from "./membership-shape.ts";

/** An email address, as it is compared. `isEmail` is also the rule for emails that staff enter. */
const email = text(mostOf.email, 1)
  .refine(isEmail, "must be an email address")
  .transform(emailKeyOf);

const birthday = z
  .string(expects("a date, YYYY-MM-DD"))
  .refine(
    (value) => !/^(?:0000-|--?)?\d\d?[-/.]\d\d?$/.test(value),
    "has no year: give the whole date, YYYY-MM-DD, or leave the birthday out",
  )
  .pipe(day);

const memberId = code.refine(
  (value) => !value.includes("@") || isEmail(value),
  "holds an @ and is no email address",
);

/** The fields that an anonymized customer no longer has, besides `extra_data`. */
const erased = [
  ...(["email", "mobile_number", "member_id", "other_member_ids", "member_ids"] as const),
  ...(["gender", "address", "postal_code", "birthday", "notes", "picture_url"] as const),
  ...(["password", "password_verifier", "pin", "pin_verifier"] as const),
] as const;

const schema = z
  .strictObject(
    {
      id,
      member_id: maybe(memberId),
      other_member_ids: z.array(memberId, expects("a list")).max(mostOf.memberIds).default([]),
      member_ids: maybe(z.array(memberId, expects("a list")).max(mostOf.memberIds + 1)),
      email: maybe(email),
      mobile_number: maybe(reference),
      name: text(mostOf.name).default(""),
      gender: text(mostOf.gender).default(""),
      address: text(mostOf.address).default(""),
      postal_code: text(mostOf.code).default(""),
      email_is_verified: flag.default(false),
      phone_is_verified: flag.default(false),
      notes: text(mostOf.notes).default(""),
      birthday: maybe(birthday),
      picture_url: maybe(text(mostOf.pictureUrl)),
      is_active: flag.default(true),
      allow_newsletters: flag.default(false),
      allow_sms_marketing: flag.default(false),
      allow_whatsapp_marketing: flag.default(false),
      registration_status: oneOf(["Full", "Partial"]).default("Full"),
      registration_method: maybe(text(mostOf.code)),
      registering_store: maybe(id),
      registering_employee_code: maybe(text(mostOf.code)),
      extra_data: maybe(extraData.unwrap()),
      anonymized_at: maybe(moment),
      password: maybe(password(passwordLength)),
      password_verifier: maybe(text(1_000)),
      pin: maybe(z.string(expects("6 digits")).regex(forms.sixDigits, "must be 6 digits")),
      pin_verifier: maybe(text(1_000)),
      membership: membership.nullish().transform((given) => given ?? membership.parse({})),
    },
    expects("an object"),
  )
  .refine((row) => row.email !== null || !row.email_is_verified, {
    path: ["email_is_verified"],
    error: "is true without an email",
  })
  .refine((row) => row.mobile_number !== null || !row.phone_is_verified, {
    path: ["phone_is_verified"],
    error: "is true without a mobile_number",
  })
  .refine((row) => row.password === null || row.password_verifier === null, {
    path: ["password_verifier"],
    error: "is given beside a password",
  })
  .refine((row) => row.pin === null || row.pin_verifier === null, {
    path: ["pin_verifier"],
    error: "is given beside a PIN",
  })
  .refine((row) => !row.member_ids || (!row.member_id && !row.other_member_ids.length), {
    path: ["member_ids"],
    error: "is given beside member_id or other_member_ids",
  })
  .refine(
    (row) =>
      row.anonymized_at === null ||
      (row.extra_data === null && erased.every((key) => !row[key]?.length)),
    { path: ["anonymized_at"], error: "is given beside personal data, a password or a PIN" },
  );

/**
 * Customers in an import file, with their membership. A customer without a level gets the lowest one.
 */
export const customers = {
  schema,
  toRow: (wire: z.output<typeof schema>, facts: Facts): Moved["customers"] => ({
    id: wire.id,
    memberId: wire.member_ids ? (wire.member_ids[0] ?? null) : wire.member_id,
    otherMemberIds: wire.member_ids?.slice(1) ?? wire.other_member_ids,
    email: wire.email,
    mobileNumber: wire.mobile_number && toE164(wire.mobile_number, facts.merchant?.country ?? ""),
    name: wire.name,
    gender: wire.gender,
    address: wire.address,
    postalCode: wire.postal_code,
    emailIsVerified: wire.email_is_verified,
    phoneIsVerified: wire.phone_is_verified,
    notes: wire.notes,
    birthday: wire.birthday,
    pictureUrl: wire.picture_url,
    isActive: wire.is_active,
    password: wire.password,
    passwordVerifier: wire.password_verifier,
    pin: wire.pin,
    pinVerifier: wire.pin_verifier,
    level: wire.membership.level ?? facts.lowestLevel ?? firstLevel.level,
    status: statusCode(wire.membership),
    stamps: wire.membership.stamps ?? sumOf(wire.membership.lots ?? []),
    stampsOwed: wire.membership.stamps_owed,
    balance: wire.membership.balance,
    tags: wire.membership.tags,
    referralCode: wire.membership.referral_code,
    startDate: wire.membership.start_date,
    isBlocked: wire.membership.is_blocked,
    allowNewsletters: wire.allow_newsletters,
    allowSmsMarketing: wire.allow_sms_marketing,
    allowWhatsappMarketing: wire.allow_whatsapp_marketing,
    registrationStatus: wire.name ? "Full" : wire.registration_status,
    registrationMethod: wire.registration_method,
    registeringStoreId: wire.registering_store,
    registeringEmployeeCode: wire.registering_employee_code,
    extraData: wire.extra_data,
    createdAt: wire.membership.created,
    anonymizedAt: wire.anonymized_at,
    levelUntil: wire.membership.level_until,
    lots:
      wire.membership.lots?.map((each) => ({
        stamps: each.stamps,
        expiresOn: each.expires_on,
      })) ?? null,
  }),
  present: (row: Moved["customers"]) => ({
    id: row.id,
    member_id: row.memberId,
    other_member_ids: row.otherMemberIds,
    email: row.email,
    mobile_number: row.mobileNumber,
    name: row.name,
    gender: row.gender,
    address: row.address,
    postal_code: row.postalCode,
    email_is_verified: row.emailIsVerified,
    phone_is_verified: row.phoneIsVerified,
    notes: row.notes,
    birthday: row.birthday,
    picture_url: row.pictureUrl,
    is_active: row.isActive,
    allow_newsletters: row.allowNewsletters,
    allow_sms_marketing: row.allowSmsMarketing,
    allow_whatsapp_marketing: row.allowWhatsappMarketing,
    registration_status: row.registrationStatus,
    registration_method: row.registrationMethod,
    registering_store: row.registeringStoreId,
    registering_employee_code: row.registeringEmployeeCode,
    extra_data: row.extraData,
    anonymized_at: row.anonymizedAt,
    password_verifier: row.passwordVerifier,
    pin_verifier: row.pinVerifier,
    membership: {
      level: row.level,
      status: row.status,
      stamps: row.stamps,
      stamps_owed: row.stampsOwed,
      balance: row.balance,
      tags: row.tags,
      referral_code: row.referralCode,
      start_date: row.startDate,
      is_blocked: row.isBlocked,
      created: row.createdAt,
      level_until: row.levelUntil,
      lots: row.lots?.map((each) => ({ stamps: each.stamps, expires_on: each.expiresOn })),
    },
  }),
};
