import { insertInto, json, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Refusal } from "../../foundation/failures.ts";
import { birthday, identifiers, member } from "../../machinery/facts/index.ts";
import { check, fact, from, lock, merchantId, rowOf } from "../../machinery/kernel/index.ts";
import type { IdentifierEntry } from "../../people/customers/index.ts";

// What an operation that adds customers looks up, checks and writes.

const { customers, customerIdentifiers, levels, memberships } = schema;
const lowest = alias(levels, "lowest");
const i = alias(customerIdentifiers, "i");

const call = {
  customer: "bigint",
  /** The id's digits as a mobile number in E.164. Null if they are no valid number. */
  idAsNumber: "text | null",
  name: "text",
  email: "text | null",
  mobileNumber: "text | null",
  /** Null until it is made. */
  memberId: "text | null",
  /** Whether the caller gives the Member ID. Another one is made if it is taken and the caller does not. */
  namesMemberId: "boolean",
  otherMemberIds: "json",
  gender: "text",
  postalAddress: "text",
  notes: "text",
  /** The new customer's own referral code. */
  referralCode: "text",
  /** The audit entry's details, without the level. */
  details: "json",
} as const;
const c = rowOf("c", { ...call, ...birthday.found.call });

const ownerOf = (form: "memberId" | "mobileNumber", value: SQL, as: string, limit: string) => sql`
  left join lateral (select ${i.customerId} from ${from(i)} where ${i.merchantId} = ${merchantId}
    and ${i.form} = '${sql.raw(form)}' and ${i.value} = ${value}${sql.raw(limit)}) ${sql.raw(as)} on true`;

/** Whether the new id's digits are also a Member ID or a mobile number in use. The call then needs another id. */
const isIdTaken = sql<boolean>`coalesce(by_id.customer_id, by_number.customer_id) is not null`;

/** The merchant's lowest level, and whether the call's ids are taken. */
const ids = fact({
  call,
  joins: ({ limit }) => sql`
  left join (select ${lowest.level} from ${from(lowest)} where ${lowest.merchantId} = ${merchantId}
    order by ${lowest.level} limit 1) lowest on true${ownerOf("memberId", sql`${c.customer}::text`, "by_id", limit)}${ownerOf("mobileNumber", c.idAsNumber, "by_number", limit)}`,
  keeps: { customerId: c.customer, level: lowest.level, day: member.day },
  shows: {
    ...{ isIdTaken, isMadeTaken: identifiers.isMadeTaken },
    memberIdPrefix: sql<string>`m.member_id_prefix`,
  },
});

/** What a call needs to add a customer. */
export const found = [
  birthday.found,
  identifiers.foundOfNew(
    sql`not ${c.namesMemberId} and x.form = 'memberId' and x.field = 'memberId'`,
  ),
  ids,
] as const;

/** Whether a Member ID or another id must still be made; see `makeIds`. */
export const lacks = sql`(${c.memberId} is null or ${identifiers.isMadeTaken} or ${isIdTaken})`;

/** Whether the merchant has a level for new customers. */
export const levelExists = (refusal: Refusal) =>
  check({
    code: refusal.code,
    holds: () => sql`${lowest.level} is not null`,
    words: () => refusal,
  });

/** Locks the level of the new customers, so that it is not deleted meanwhile. */
export const levelLocked = lock({
  row: "lowest",
  table: lowest,
  merchantId: lowest.merchantId,
  strength: "key share",
  is: sql`${lowest.level} = b.level`,
});

const l = rowOf("l", { customerId: 0, now: 0, n: 0 });
const s = rowOf("s", { customerId: 0, level: 0, day: 0, now: 0, n: 0 });

/**
 * Inserts the customers. Leaves out a call whose email, mobile number or Member ID another transaction has just
 * taken. The order keeps two batches with the same customers from deadlocks. `more` are further columns, over `l`,
 * a locked row, and the call `c`.
 */
export const insert = (
  isOwned: SQL,
  more: Parameters<typeof insertInto<typeof customers>>[1] = {},
) =>
  insertInto(
    customers,
    {
      id: l.customerId,
      name: c.name,
      email: c.email,
      mobileNumber: c.mobileNumber,
      memberId: c.memberId,
      otherMemberIds: sql`array(select json_array_elements_text(${c.otherMemberIds}))`,
      gender: c.gender,
      address: c.postalAddress,
      birthday: c.birthday,
      notes: c.notes,
      createdAt: l.now,
      ...more,
    },
    {
      from: sql`from locked l join calls c on c.n = ${l.n} where ${isOwned}
  order by ${c.memberId}, ${c.email}, ${c.mobileNumber}`,
      end: sql`on conflict do nothing returning id`,
    },
  );

/** The identifiers of the new customer. The batcher of a process never sends two calls for one at the same time. */
export const subjects = ({ identifiers }: { readonly identifiers: unknown }) =>
  (identifiers as readonly IdentifierEntry[]).map(({ form, value }) => `${form} ${value}`);

/** The calls whose customers the arm `added` has inserted. */
export const added = sql`select l.* from locked l join added a on a.id = ${l.customerId}`;

/** The memberships and the identifiers of the new customers. */
export const writes = {
  member: insertInto(
    memberships,
    {
      ...{ customerId: s.customerId, level: s.level, startDate: s.day, createdAt: s.now },
      referralCode: c.referralCode,
    },
    { from: sql`from changed s join calls c on c.n = ${s.n}`, end: sql`returning 1` },
  ),
  claimed: identifiers.claim("changed", { renews: false }),
};

/** The details of the audit entry of `d`, a row of `changed`, with the level as the last field. */
export const details = `(select json_object_agg(x.key, x.value) from (
      select key, value from json_each(c.details)
      union all select 'level', json_build_object('from', null, 'to', d.level)) x)`;

/** The outcome: the new customer's id. */
export const changed = json({ id: sql<number>`s.customer_id` });
