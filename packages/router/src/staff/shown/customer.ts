import { levelCauses } from "@stampbook/core/customers";
import { stampCauses } from "@stampbook/core/stamps";
import { z } from "zod";
import { membershipStatus as status } from "../fields.ts";
import { listOf, ShownActor, ShownNamed } from "./named.ts";

const contacts = {
  name: z.string(),
  email: z.string().nullable(),
  mobileNumber: z.string().nullable(),
  memberId: z.string().nullable(),
};

/** A customer in lists and matches. */
export const ListedCustomer = z.object({
  ...contacts,
  id: z.int(),
  pictureUrl: z.string().nullable(),
  isActive: z.boolean(),
  isBlocked: z.boolean(),
  status,
  level: z.int(),
  levelName: z.string(),
  stamps: z.int(),
});

export const ShownCustomer = z.object({
  ...contacts,
  id: z.int(),
  gender: z.string(),
  address: z.string(),
  isActive: z.boolean(),
  pictureUrl: z.string().nullable(),
  birthday: z.string().nullable(),
});

export const ShownMembership = z.object({
  level: z.int(),
  levelName: z.string(),
  status,
  stamps: z.int(),
  stampsOwed: z.int(),
  balance: z.string(),
  tags: listOf(z.string()),
  referralCode: z.string(),
  startDate: z.string().nullable(),
  createdOn: z.string(),
  isBlocked: z.boolean(),
});

/** The state of a customer's secrets, never a secret. */
export const ShownCredentials = z.object({
  hasPassword: z.boolean(),
  otp: z.object({ requested: z.int(), allowed: z.int() }),
  pin: z.object({
    state: z.enum(["none", "open", "blocked"]),
    attemptsLeft: z.int(),
    secondsToLapse: z.number().nullable(),
  }),
});

/** The page of a customer. */
export const ShownProfile = z.object({
  customer: ShownCustomer,
  otherMemberIds: listOf(z.string()),
  notes: z.string(),
  verified: z.object({ email: z.boolean(), mobileNumber: z.boolean() }),
  membership: ShownMembership,
  consents: z.object({
    newsletters: z.boolean(),
    smsMarketing: z.boolean(),
    whatsappMarketing: z.boolean(),
  }),
  createdAt: z.string(),
  openVouchers: z.int(),
  credentials: ShownCredentials,
});

/** The fields that staff edit. */
export const EditedCustomer = z.object({
  ...contacts,
  otherMemberIds: listOf(z.string()),
  gender: z.string(),
  address: z.string(),
  birthday: z.string().nullable(),
  notes: z.string(),
  isActive: z.boolean(),
  level: z.int(),
  status,
  tags: listOf(z.string()),
  allowNewsletters: z.boolean(),
  allowSmsMarketing: z.boolean(),
  allowWhatsappMarketing: z.boolean(),
});

/** A change of a customer's level. */
export const ShownLevelChange = z.object({
  id: z.int(),
  from: ShownNamed,
  to: ShownNamed,
  until: z.string().nullable(),
  cause: z.enum(levelCauses),
  sale: ShownNamed.nullable(),
  createdAt: z.string(),
  by: ShownActor,
});

/** An entry of the stamp ledger with the balance after it. */
export const ShownStampChange = z.object({
  cause: z.enum(stampCauses),
  causeId: z.int(),
  delta: z.int(),
  balance: z.int(),
  createdAt: z.string(),
  redemption: ShownNamed.nullable(),
  sale: ShownNamed.nullable(),
  store: ShownNamed.nullable(),
  reason: z.string().nullable(),
  by: ShownActor.nullable(),
});
