import { json, rowsOf, schema } from "@stampbook/db";
import { asc, eq, sql } from "drizzle-orm";
import { type FileParameters, ownRows } from "./customer-rows.sql.ts";

const { customers, levelChanges, memberships, passwords, pins, stores } = schema;

const { id, name, gender, address, postalCode, birthday, notes, pictureUrl, isActive, createdAt } =
  customers;

/** The customer's profile, identifiers, membership and changes of level. */
export const profileOf = (p: FileParameters) => ({
  profile: json({
    id,
    name,
    gender,
    address,
    postalCode,
    birthday,
    notes,
    pictureUrl,
    isActive,
    extraData: customers.extraData,
    createdAt,
  }),
  permissions: json({
    newsletters: customers.allowNewsletters,
    smsMarketing: customers.allowSmsMarketing,
    whatsappMarketing: customers.allowWhatsappMarketing,
  }),
  registration: json({
    status: customers.registrationStatus,
    method: customers.registrationMethod,
    store: rowsOf(stores, {
      where: [eq(stores.id, customers.registeringStoreId)],
    }).value(sql<string>`${stores.name}`),
    referrerId: customers.referrerId,
  }),
  identifiers: json({
    memberId: customers.memberId,
    otherMemberIds: customers.otherMemberIds,
    email: customers.email,
    emailIsVerified: customers.emailIsVerified,
    mobileNumber: customers.mobileNumber,
    phoneIsVerified: customers.phoneIsVerified,
  }),
  membership: ownRows(p, memberships).one({
    level: memberships.level,
    status: memberships.status,
    stamps: memberships.stamps,
    stampsOwed: memberships.stampsOwed,
    balance: memberships.balance,
    tags: memberships.tags,
    referralCode: memberships.referralCode,
    startDate: memberships.startDate,
    levelUntil: memberships.levelUntil,
    isBlocked: memberships.isBlocked,
    createdAt: memberships.createdAt,
  }),
  levelChanges: ownRows(p, levelChanges, asc(levelChanges.id)).list({
    levelBefore: levelChanges.levelBefore,
    levelAfter: levelChanges.levelAfter,
    until: levelChanges.until,
    cause: levelChanges.cause,
    causeId: levelChanges.causeId,
    at: levelChanges.createdAt,
  }),
  credentials: json({
    hasPassword: ownRows(p, passwords).exists(),
    hasPin: ownRows(p, pins).exists(),
  }),
});
