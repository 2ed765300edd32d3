import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { type Guesses, guessParameters } from "../../entering/access/index.ts";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import type { KeptOutcome } from "../../foundation/retries/index.ts";
import { readStoreRef, type StoreNow, type StoreRef } from "../../running/merchants/index.ts";
import type { OpenHarness } from "../open-harness.ts";

// Reads whole tables of a merchant by the query builder, without the SQL of any statement under test. The
// functions below then look up the rows that a call names.

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;

/** The rows of a merchant that the rules of every operation check. */
export type ShopRead = Awaited<ReturnType<typeof readShop>>;

/** Reads a merchant's stores, customers, stored outcomes and guesses. */
export async function readShop({ db }: OpenHarness, { id }: Merchant) {
  const { merchants, stores, customerIdentifiers, customers, memberships, levels } = schema;
  const { idempotencyKeys, idempotencyOutcomes } = schema;
  const [merchant] = await db.select().from(merchants).where(eq(merchants.id, id));
  if (!merchant) throw new Error(`there is no merchant ${id}`);
  return {
    merchant,
    stores: await db.select().from(stores).where(eq(stores.merchantId, id)),
    identifiers: await db
      .select()
      .from(customerIdentifiers)
      .where(eq(customerIdentifiers.merchantId, id)),
    people: await db
      .select({ customer: customers, membership: memberships, level: levels })
      .from(customers)
      .innerJoin(
        memberships,
        and(eq(memberships.merchantId, id), eq(memberships.customerId, customers.id)),
      )
      .innerJoin(levels, and(eq(levels.merchantId, id), eq(levels.level, memberships.level)))
      .where(eq(customers.merchantId, id)),
    kept: await db
      .select({ key: idempotencyKeys, outcome: idempotencyOutcomes.outcome })
      .from(idempotencyKeys)
      .innerJoin(
        idempotencyOutcomes,
        and(
          eq(idempotencyOutcomes.merchantId, id),
          eq(idempotencyOutcomes.operation, idempotencyKeys.operation),
          eq(idempotencyOutcomes.key, idempotencyKeys.key),
        ),
      )
      .where(eq(idempotencyKeys.merchantId, id)),
    guesses: await db
      .select()
      .from(schema.attemptCounters)
      .where(eq(schema.attemptCounters.merchantId, id)),
  };
}

/** Returns the stored outcome of the call's idempotency key, or null. Keys expire after seven days. */
export function seeKept(shop: ShopRead, ctx: CoreContext, operation: string): KeptOutcome | null {
  const found = shop.kept.find(
    ({ key }) => key.operation === operation && key.key === ctx.idempotency?.key,
  );
  if (!found || Date.parse(found.key.createdAt) <= nowOf(ctx) - WEEK_MS) return null;
  const outcome = found.outcome as KeptOutcome["outcome"];
  return { fingerprint: found.key.fingerprint, outcome };
}

/** Returns the caller's wrong guesses in the current minute, closest to a limit; null if there are none. */
export function seeGuesses(shop: ShopRead, ctx: CoreContext): Guesses | null {
  const { guessSubject, guessStore, guessMost, guessMostInAll } = guessParameters(ctx);
  const limits = [
    { subject: guessStore, limit: "guesses", most: guessMost },
    { subject: guessSubject, limit: "guesses-token", most: guessMostInAll },
  ] as const;
  const found = limits.flatMap(({ subject, limit, most }) => {
    const row = shop.guesses.find((each) => each.subject === subject);
    const leftMs = row ? Date.parse(row.windowStart) + MINUTE_MS - nowOf(ctx) : 0;
    return row && leftMs > 0
      ? [{ limit, most, count: row.count, secondsLeft: leftMs / 1_000 }]
      : [];
  });
  const [closest = null] = found.sort(
    (one, other) => one.most - one.count - other.most + other.count,
  );
  return closest;
}

/** Returns the time of a call, in milliseconds since 1970. */
function nowOf({ clockOffsetMs }: CoreContext): number {
  return Date.now() + clockOffsetMs;
}

/** Finds a store by its id, or else by its code. Tries the code first if the reference begins with a zero. */
export function seeStore(shop: ShopRead, ref: StoreRef, ctx: CoreContext): StoreNow | null {
  const { storeId, storeCode } = readStoreRef(ref);
  const byId = shop.stores.find(({ id }) => id === storeId);
  const byCode = shop.stores.find(({ codeKey }) => codeKey === storeCode);
  const found = storeCode.startsWith("0") ? (byCode ?? byId) : (byId ?? byCode);
  if (!found) return null;
  const { id, code, name, isActive, timezone } = found;
  const [today = "", time = ""] = localTime(nowOf(ctx), timezone).split(" ");
  return { id, code, name, isActive, today, time };
}

/** Returns the current day in the merchant's time zone, `YYYY-MM-DD`. */
export function todayOf(ctx: CoreContext): string {
  return localTime(nowOf(ctx), ctx.caller.merchant.timezone).slice(0, 10);
}

/** Returns the local time as `YYYY-MM-DD HH:MM:SS`. */
function localTime(ms: number, timeZone: string): string {
  const style = { dateStyle: "short", timeStyle: "medium" } as const;
  return new Intl.DateTimeFormat("sv", { timeZone, ...style }).format(ms);
}
