import { schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { check, fact, from, lock, merchantId, rowOf, updateFrom } from "../kernel/index.ts";
import { u } from "./member.ts";
import { m } from "./merchant.ts";

const { redemptionAuthorizations } = schema;
export const a = alias(redemptionAuthorizations, "a");

const call = { requestId: "text | null" } as const;
const c = rowOf("c", call);

const keeps = {
  /** The authorization to spend; null if the merchant asks for none. */
  authorizationId: sql<number | null>`case when ${m.redemptionPinAuthorization} then ${a.id} end`,
};
const b = rowOf("b", keeps);

/** The customer's newest authorization by PIN for the call's request id. */
export const found = fact({
  call,
  joins: () => sql`
  left join lateral (select a.* from ${from(a)} where ${a.merchantId} = ${merchantId}
    and ${a.customerId} = ${u.id} and ${a.requestId} = ${c.requestId}
    order by ${a.createdAt} desc, ${a.id} desc limit 1) a on true`,
  keeps,
  shows: {},
});

export const locked = lock({
  row: "a",
  table: a,
  merchantId: a.merchantId,
  strength: "no key update",
  is: sql`${a.id} = ${b.authorizationId}`,
  onlyIf: b.authorizationId,
});

const words = (message: string, found: string) => () => ({
  message,
  rule: "redemption is authorized by PIN",
  expected: "a live authorization",
  found,
});

const one = {
  code: "authorization_required",
  unless: sql`not ${m.redemptionPinAuthorization}`,
} as const;

/** Whether the call has a live, unspent authorization, or the merchant asks for none. */
export const checks = {
  requestIsNamed: check({
    ...one,
    holds: () => sql`${c.requestId} is not null`,
    words: words(
      "A request_id is required: PIN authorization is enabled. Authorize one with POST /api/redemptions/authorize.",
      "missing",
    ),
  }),
  requestIsAuthorized: check({
    ...one,
    holds: () => sql`${a.id} is not null`,
    words: words("This request is not authorized", "not authorized"),
  }),
  authorizationIsUnspent: check({
    ...one,
    holds: () => sql`${a.spentByRedemptionId} is null`,
    again: "a",
    words: words("This authorization was already used", "used"),
  }),
  authorizationIsLive: check({
    ...one,
    holds: ({ now }: { readonly now: SQL }) => sql`${a.expiresAt} > ${now}`,
    again: "a",
    words: words("This authorization has expired", "expired"),
  }),
};

const s = rowOf("s", { ...keeps, redemption: 0 });

/** Marks the authorizations as spent by the redemptions, which the statement must also insert. */
export const spend = updateFrom(
  a,
  { spentByRedemptionId: s.redemption },
  { from: sql`changed s`, where: sql`${a.id} = ${s.authorizationId}`, returning: sql`${a.id}` },
);
