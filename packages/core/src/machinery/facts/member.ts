import { jsonIf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CoreContext } from "../../foundation/context.ts";
import { unknownCustomer } from "../../foundation/failures.ts";
import { expireIfDue } from "../../holding/stamps/index.ts";
import {
  barred,
  type Identifier,
  identifierForms,
  type Membership,
  type MembershipStatus,
  readIdentifier,
} from "../../people/customers/index.ts";
import { check, fact, from, lock, merchantId, rowOf } from "../kernel/index.ts";
import { merchants } from "./merchant.ts";

export const customers = alias(schema.customers, "u");
export const memberships = alias(schema.memberships, "ms");
const lv = alias(schema.levels, "lv");
const key = alias(schema.customers, "u_key");
const ids = { email: "u_email", memberId: "u_member_id", mobileNumber: "u_mobile_number" } as const;
type Form = keyof typeof ids;

/** The columns of a call that names a customer in any form. */
const customerColumns = {
  email: "text | null",
  memberId: "text | null",
  mobileNumber: "text | null",
  firstId: "bigint | null",
  customer: "bigint | null",
} as const;
const c = rowOf("c", customerColumns);
const b = rowOf("b", { customerId: 0 });

/** Joins the owner of the call's value in a form, unless an earlier look-up has found a customer. */
function ownerOf(form: Form, earlier: readonly SQL[], one: SQL): SQL {
  const i = alias(schema.customerIdentifiers, "i");
  const isFirst = sql.join(earlier.map((id) => sql` and ${id} is null`));
  return sql`
  left join lateral (select ${i.customerId} from ${from(i)} where ${i.merchantId} = ${merchantId}
    and ${i.form} = '${sql.raw(form)}' and ${i.value} = ${c[form]}
    and not ${i.isReserved}${isFirst}${one}) ${sql.raw(ids[form])} on true`;
}

const ownerIn = (form: Form) => sql`${sql.raw(ids[form])}.customer_id`;
/** Whether the customer's personal data was not deleted. */
export const isFound = sql`${customers.anonymizedAt} is null`;
/** Today in the merchant's calendar. */
export const day = sql<string>`(c.now at time zone ${merchants.timezone})::date`;
const isNamed = sql<boolean>`(${customers.registrationStatus} = 'Full' or ${merchants.partialMayRedeem})`;

/**
 * Joins the call's customer. Finds anonymized customers by `u_key` too. Otherwise the digits of their id would
 * next be looked up as a Member ID, and could match another customer.
 */
function customerJoins(one: SQL): SQL {
  const [first, email, memberId] = [sql`${key.id}`, ownerIn("email"), ownerIn("memberId")];
  return sql`
  left join lateral (select ${key.id} from ${from(key)} where ${key.merchantId} = ${merchantId}
    and ${key.id} = ${c.firstId}${one}) u_key on true${ownerOf("email", [first], one)}${ownerOf("memberId", [first, email], one)}${ownerOf("mobileNumber", [first, email, memberId], one)}
  left join lateral (select u.* from ${from(customers)} where ${customers.merchantId} = ${merchantId}
    and ${customers.id} = coalesce(${first}, ${email}, ${memberId}, ${ownerIn("mobileNumber")}, ${c.customer})
    and ${isFound}${one}) u on true`;
}

/** The call's customer, by an identifier in any form, without the membership. */
export const customerFound = fact({
  call: customerColumns,
  joins: ({ limit }) => customerJoins(sql.raw(limit)),
  keeps: { customerId: customers.id },
  shows: { customer: jsonIf(customers.id, { id: customers.id, email: customers.email }) },
});

/** The call's customer, by an identifier in any form, with the code of the membership's level. */
export const levelFound = fact({
  call: customerColumns,
  joins: ({ limit }) => sql`${customerJoins(sql.raw(limit))}
  left join lateral (select ms.customer_id, ms.level from ${from(memberships)}
    where ${memberships.merchantId} = ${merchantId} and ${memberships.customerId} = ${customers.id}${sql.raw(limit)}) ms on true`,
  keeps: { customerId: customers.id, day },
  shows: {
    customer: jsonIf(customers.id, { id: customers.id }),
    membership: jsonIf(memberships.customerId, { level: memberships.level }),
  },
});

/** Joins the membership of the customer `u`, and its level. */
export const membershipJoins = (one: SQL) => sql`
  left join lateral (select ms.* from ${from(memberships)}
    where ${memberships.merchantId} = ${merchantId} and ${memberships.customerId} = ${customers.id}${one}) ms on true
  left join lateral (select ${lv.name} from ${from(lv)}
    where ${lv.merchantId} = ${merchantId} and ${lv.level} = ${memberships.level}${one}) lv on true`;

/** The customer and the membership, as answers show them. */
export const shown = {
  customer: jsonIf(customers.id, {
    id: customers.id,
    memberId: customers.memberId,
    name: customers.name,
    gender: customers.gender,
    address: customers.address,
    isActive: customers.isActive,
    email: customers.email,
    mobileNumber: customers.mobileNumber,
    pictureUrl: customers.pictureUrl,
    birthday: customers.birthday,
  }),
  membership: jsonIf(memberships.customerId, {
    level: memberships.level,
    levelName: lv.name,
    stamps: memberships.stamps,
    stampsOwed: memberships.stampsOwed,
    balance: memberships.balance,
    status: sql<MembershipStatus>`${memberships.status}`,
    tags: memberships.tags,
    referralCode: memberships.referralCode,
    startDate: memberships.startDate,
    createdOn: sql<string>`(${memberships.createdAt} at time zone ${merchants.timezone})::date`,
    isBlocked: memberships.isBlocked,
    needsName: sql<boolean>`not ${isNamed}`,
  }),
};

/** The call's customer, by an identifier in any form, with the membership and its level. */
export const found = fact({
  call: customerColumns,
  joins: ({ limit }) => {
    const one = sql.raw(limit);
    return sql`${customerJoins(one)}${membershipJoins(one)}`;
  },
  keeps: { customerId: customers.id, day },
  shows: shown,
});

/** The call's customer by the id, with the stamps. */
export const foundById = fact({
  call: { customer: "bigint" },
  joins: ({ limit }) => sql`
  left join lateral (select u.id from ${from(customers)} where ${customers.merchantId} = ${merchantId}
    and ${customers.id} = ${c.customer} and ${isFound}${sql.raw(limit)}) u on true
  left join lateral (select ms.customer_id, ms.stamps, ms.stamps_owed, ms.next_expiry_on from ${from(memberships)}
    where ${memberships.merchantId} = ${merchantId} and ${memberships.customerId} = ${customers.id}${sql.raw(limit)}) ms on true`,
  keeps: { customerId: customers.id, day },
  shows: {
    customer: jsonIf(customers.id, { id: customers.id }),
    membership: jsonIf(memberships.customerId, { stamps: memberships.stamps }),
  },
});

/** The columns of a call for the customer whom a request names. Null names nobody. */
export function callOf({ caller }: CoreContext, user: Identifier | null) {
  const forms = user === null ? [] : identifierForms;
  const { id: customer, ...named } = readIdentifier(user ?? "", forms, caller.merchant.country);
  return { ...named, customer };
}

/**
 * The customer's identifier from the request. The batcher of a process never sends two calls with equal
 * subjects at the same time. Calls that name a customer in different ways may be in one batch.
 */
export const subjects = (call: ReturnType<typeof callOf>): readonly string[] => {
  const { email, memberId, mobileNumber, firstId, customer } = call;
  return [`customer ${email ?? memberId ?? mobileNumber ?? firstId ?? customer}`];
};

/** What is settled first: stamps that may have expired since the ledger was last replayed. */
export const expiry = {
  isDue: (at: { readonly day: SQL }) => sql`${memberships.nextExpiryOn} < ${at.day}`,
  again: "ms",
  settle: expireIfDue,
} as const;

/** Locks the membership, whose stamps the call spends. */
export const locked = lock({
  row: "ms",
  table: memberships,
  merchantId: memberships.merchantId,
  strength: "no key update",
  is: sql`${memberships.customerId} = ${b.customerId}`,
});

const customerIs = (is: SQL) =>
  lock({ row: "u", table: customers, merchantId: customers.merchantId, strength: "key share", is });
const isSeen = sql`${customers.id} = ${b.customerId}`;

/** Locks the customer against deletion of the personal data. */
export const customerLocked = customerIs(sql`${isSeen} and ${isFound}`);

/**
 * Locks the customer, even one whose personal data was deleted. A deletion under way is waited for, and a later
 * one finds what the call stores.
 */
export const anyCustomerLocked = customerIs(isSeen);

/** Whether the merchant has the customer. */
export const exists = check({
  code: unknownCustomer.code,
  holds: () => sql`${memberships.customerId} is not null`,
  words: () => unknownCustomer,
});

/** Whether the merchant has the customer, for calls that look up no membership. */
export const customerExists = check({ ...exists, holds: () => sql`${customers.id} is not null` });

/** Whether the customer exists, is active, and has an active membership and a name. */
export const checks = {
  memberExists: exists,
  memberIsNotBlocked: check({
    code: "membership_blocked",
    holds: () => sql`not ${memberships.isBlocked}`,
    again: "ms",
    words: () => barred.blocked,
  }),
  customerIsActive: check({
    code: "membership_blocked",
    holds: () => sql`${customers.isActive}`,
    again: "u",
    words: () => barred.inactiveCustomer,
  }),
  memberIsActive: check({
    code: "membership_blocked",
    holds: () => sql`${memberships.status} = 100`,
    again: "ms",
    words: ({ membership }: { readonly membership: Pick<Membership, "status"> }) =>
      barred.inactive(membership.status),
  }),
  memberIsNamed: check({
    code: "membership_partial",
    holds: () => isNamed,
    words: () => barred.unnamed,
  }),
};
