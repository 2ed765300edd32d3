import { insertInto, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordRefusal } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import type { Secret } from "../../../foundation/secret.ts";
import {
  check,
  fact,
  from,
  lock,
  merchantId,
  operation,
  rowOf,
  send,
} from "../../../machinery/kernel/index.ts";
import { untilSaved } from "../../../people/credentials/index.ts";
import type { Identifier } from "../../../people/customers/index.ts";
import { checkPin } from "../../../people/pin/index.ts";

const p = alias(schema.pins, "p");

const call = {
  /** The id of the new authorization. */
  id: "bigint",
  customer: "bigint",
  requestId: "text",
  /** How long the authorization is valid, in seconds. */
  timeout: "int",
  /** The hash of the PIN at the time when the PIN was checked. */
  verifier: "text",
} as const;
const c = rowOf("c", call);
const keeps = { customerId: c.customer, verifier: c.verifier };
const b = rowOf("b", keeps);

/** The customer's PIN. */
const pin = fact({
  call,
  joins: ({ limit }) => sql`
  left join lateral (select p.* from ${from(p)} where ${p.merchantId} = ${merchantId}
    and ${p.customerId} = ${c.customer}${sql.raw(limit)}) p on true`,
  keeps,
  shows: {},
});

/** Whether the PIN is still the one that was checked. If not, the verb checks again, so nobody reads the words. */
const pinIsUnchanged = check({
  code: "invalid_pin",
  again: "p",
  holds: ({ verifier }: { readonly verifier: SQL }) => sql`${p.verifier} = ${verifier}`,
  words: () => ({ message: "The PIN has changed", rule: "PIN is the one that was checked" }),
});

/** Inserts authorizations of customers whose PIN has been checked. They change no row, so a batch may share a PIN. */
export const authorizations = operation({
  name: "redemptions.authorize",
  statement: "authorize_redemptions",
  call: {},
  sees: [pin],
  checks: [{ pinIsUnchanged }],
  once: [],
  locks: [
    lock({
      row: "p",
      table: p,
      merchantId: p.merchantId,
      strength: "share",
      is: sql`${p.customerId} = ${b.customerId}`,
    }),
  ],
  change: (isOwned) => sql`select l.* from locked l where ${isOwned}`,
  writes: {
    authorized: insertInto(
      schema.redemptionAuthorizations,
      {
        id: c.id,
        customerId: c.customer,
        requestId: c.requestId,
        expiresAt: sql`s.now + ${c.timeout} * interval '1 second'`,
        createdAt: sql`s.now`,
      },
      { from: sql`from changed s join calls c on c.n = s.n`, end: sql`returning 1` },
    ),
  },
  frame: sql<object>`json_build_object()`,
  changed: sql<object>`json_build_object()`,
});

/** The values that one call sends, without its idempotency key. */
export type AuthorizationCall = Parameters<typeof authorizations.refuse>[1];

type AuthorizeRedemptionInput = {
  /** The customer, by email, Member ID, mobile number or primary key. */
  readonly user: Identifier;
  readonly pin: Secret;
  /** The request id that a redemption will send. */
  readonly requestId: string;
  /** Seconds that the authorization stays valid, 1 to 86400. */
  readonly timeout: number;
};

/**
 * Authorizes one request of a customer by PIN. If the merchant requires authorization by PIN, the customer's
 * first successful redemption with this request id within `timeout` seconds spends the authorization. Throws
 * `membership_blocked`, `membership_partial`, and the other refusals of `checkPin`. Interface R7.
 */
export async function authorizeRedemption(
  ctx: CoreContext,
  { user, pin, requestId, timeout }: AuthorizeRedemptionInput,
): Promise<void> {
  await untilSaved(async () => {
    const verdict = await checkPin(ctx, { user, pin, asMember: true });
    const { customerId } = verdict;
    if ("refusal" in verdict) {
      const call = { operation: authorizations.name, storeId: null, customerId };
      await recordRefusal(ctx, { ...call, subject: `request ${requestId}` }, verdict.refusal);
      throw new Failure(verdict.refusal);
    }
    const call = {
      id: await ctx.ids.take(ctx.caller.merchant.id, "redemption_authorizations"),
      customer: verdict.customerId,
      verifier: verdict.verifier,
      ...{ requestId, timeout, key: null, fingerprint: null },
    };
    const how = { subjects: () => [], recordedAs: null };
    return send(ctx, authorizations, call, how).catch(unlessPinHasChanged);
  });
}

/** Throws any error but the refusal of a PIN that was changed since it was checked. */
function unlessPinHasChanged(error: unknown): null {
  if (error instanceof Failure && error.code === pinIsUnchanged.code) return null;
  throw error;
}
