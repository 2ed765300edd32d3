import { schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { check, fact, from, lock, merchantId, rowOf, updateFrom } from "../kernel/index.ts";
import { customers } from "./member.ts";
import { merchants } from "./merchant.ts";

const { redemptionAuthorizations } = schema;
export const authorizations = alias(redemptionAuthorizations, "a");

const call = { requestId: "text | null" } as const;
const c = rowOf("c", call);

const keeps = {
  /** The authorization to spend; null if the merchant asks for none. */
  authorizationId: sql<
    number | null
  >`case when ${merchants.redemptionPinAuthorization} then ${authorizations.id} end`,
};
const b = rowOf("b", keeps);

/** The customer's newest authorization by PIN for the call's request id. */
export const found = fact({
  call,
  joins: () => sql`
  left join lateral (select a.* from ${from(authorizations)} where ${authorizations.merchantId} = ${merchantId}
    and ${authorizations.customerId} = ${customers.id} and ${authorizations.requestId} = ${c.requestId}
    order by ${authorizations.createdAt} desc, ${authorizations.id} desc limit 1) a on true`,
  keeps,
  shows: {},
});

export const locked = lock({
  row: "a",
  table: authorizations,
  merchantId: authorizations.merchantId,
  strength: "no key update",
  is: sql`${authorizations.id} = ${b.authorizationId}`,
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
  unless: sql`not ${merchants.redemptionPinAuthorization}`,
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
    holds: () => sql`${authorizations.id} is not null`,
    words: words("This request is not authorized", "not authorized"),
  }),
  authorizationIsUnspent: check({
    ...one,
    holds: () => sql`${authorizations.spentByRedemptionId} is null`,
    again: "a",
    words: words("This authorization was already used", "used"),
  }),
  authorizationIsLive: check({
    ...one,
    holds: ({ now }: { readonly now: SQL }) => sql`${authorizations.expiresAt} > ${now}`,
    again: "a",
    words: words("This authorization has expired", "expired"),
  }),
};

const s = rowOf("s", { ...keeps, redemption: 0 });

/** Marks the authorizations as spent by the redemptions, which the statement must also insert. */
export const spend = updateFrom(
  authorizations,
  { spentByRedemptionId: s.redemption },
  {
    from: sql`changed s`,
    where: sql`${authorizations.id} = ${s.authorizationId}`,
    returning: sql`${authorizations.id}`,
  },
);
