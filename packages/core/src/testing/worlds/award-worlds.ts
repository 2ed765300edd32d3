import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { addAward, cancelAward, deductStamps } from "../../awards/index.ts";
import type { CoreContext, Merchant } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { expireIfDue } from "../../stamps/index.ts";
import type { OpenHarness } from "../open-harness.ts";
import { UNKNOWN_ID } from "./make-shop.ts";
import { mostly } from "./shop-facts.ts";
import { callsOf, officeCallFacts, officeFacts, type Person } from "./staff-worlds.ts";

const award = fc.record({
  stamps: fc.integer({ min: 1, max: 4 }),
  store: fc.constantFrom("here", "elsewhere", "none"),
  /** The last day of its stamps, in days from now; null if the award names none. */
  ends: fc.constantFrom(null, null, -5, 40),
  isCanceled: mostly([false], [true], 4),
});
const person = fc.record({
  stamps: fc.integer({ min: 0, max: 3 }),
  awards: fc.array(award, { maxLength: 2 }),
  /** The stamps that were deducted after the awards. */
  spends: fc.integer({ min: 0, max: 3 }),
  /** Whether the ledger has an entry for the stamps that have expired. */
  isExpiryWritten: fc.boolean(),
  isActive: mostly([true], [false], 4),
  isBlocked: mostly([false], [true], 4),
  isAnonymized: mostly([false], [true], 8),
});

/** Random merchants with three customers who were given stamps by hand, and one to eight calls. */
export const awardWorlds = fc.record({
  timezone: officeFacts.timezone,
  hours: officeFacts.hours,
  kept: officeFacts.kept,
  validDays: fc.constantFrom(null, 0, 30),
  storeIsActive: mostly([true], [false], 8),
  people: fc.tuple(person, person, person),
  calls: callsOf(
    fc.record({
      ...officeCallFacts,
      who: mostly<Person>([0, 0, 1, 2], ["nobody"]),
      userBy: fc.constantFrom<"email" | "memberId" | "id">("email", "memberId", "id"),
      /** The index of one of the customer's awards, or `unknown` for an id that no award has. */
      award: mostly<0 | 1 | "unknown">([0, 0, 1], ["unknown"], 6),
      store: mostly<"here" | "none" | "unknown">(["here", "none"], ["unknown"], 6),
      within: mostly<"all" | "elsewhere">(["all"], ["elsewhere"], 6),
      stamps: fc.integer({ min: 1, max: 4 }),
      notes: fc.constantFrom("Forgot the card", "“é” \\ \n"),
      ends: mostly<number | null>([null, 0, 3], [-1], 6),
    }),
  ),
});
export type AwardFacts = typeof awardWorlds extends fc.Arbitrary<infer F> ? F : never;

/** The values that a call can name. Each operation uses some of them. */
export type AwardCallMade = {
  readonly user: string | number;
  readonly award: number;
  readonly store: string | null;
  readonly stamps: number;
  readonly notes: string;
  readonly expiresOn: string | null;
};

type AwardCall = { readonly ctx: CoreContext; readonly input: AwardCallMade };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const MINUTE_MS = 60_000;

/**
 * Makes a merchant with the rows that the facts describe, and the calls to make there. `before` makes a call
 * with the key `k` and a clock that is about a week behind, unless `facts.kept` is `nothing`.
 */
export async function makeAwardWorld(
  t: OpenHarness,
  facts: AwardFacts,
  before: (ctx: CoreContext, user: number) => Promise<unknown>,
): Promise<{ readonly merchant: Merchant; readonly calls: readonly AwardCall[] }> {
  const { timezone, validDays } = facts;
  const merchant = await t.given.merchant({ timezone, stampsValidDays: validDays });
  const here = await t.given.store(merchant);
  const elsewhere = await t.given.store(merchant);
  const stores = { here: here.id, elsewhere: elsewhere.id, none: null };
  const offsetMs = facts.hours * HOUR_MS;
  const dayIn = (days: number | null) =>
    days === null
      ? null
      : new Intl.DateTimeFormat("sv", { timeZone: timezone }).format(
          Date.now() + offsetMs + days * DAY_MS,
        );
  const at = (clockOffsetMs: number, ctx = t.as(merchant)) => ({ ...ctx, clockOffsetMs });
  const past = at(offsetMs - 10 * DAY_MS);
  const people: { readonly id: number; readonly awards: readonly number[] }[] = [];
  for (const { stamps, isActive, isBlocked, awards, spends } of facts.people) {
    const { id } = await t.given.customer(merchant, { isActive }, { stamps, isBlocked });
    const ids: number[] = [];
    for (const { stamps, store, ends, isCanceled } of awards) {
      const given = { user: id, store: stores[store], stamps, notes: null, expiresOn: dayIn(ends) };
      const made = await addAward(past, given);
      ids.push(made.award.id);
      if (isCanceled) await cancelAward(past, { user: id, award: made.award.id });
    }
    if (spends)
      await unlessRefused(deductStamps(past, { user: id, stamps: spends, notes: "past" }));
    people.push({ id, awards: ids });
  }
  const keptAt = offsetMs - WEEK_MS + (facts.kept === "old" ? -MINUTE_MS : MINUTE_MS);
  if (facts.kept !== "nothing")
    await unlessRefused(before(at(keptAt, t.keyed(merchant, "k")), people[0]?.id ?? 0));
  await makePresent(t, at(offsetMs), { facts, people, storeId: here.id });
  const calls = facts.calls.map(({ who, userBy, key, fingerprint, ...call }): AwardCall => {
    const keyed = key === null ? t.as(merchant) : t.keyed(merchant, key, fingerprint);
    const within = call.within === "all" ? keyed : t.within(merchant, [elsewhere.id]);
    const one = who === "nobody" ? undefined : people[who];
    const id = one?.id ?? UNKNOWN_ID;
    const names = { email: `customer-${id}@example.com`, memberId: `M${id}`, id };
    return {
      ctx: { ...at(offsetMs, keyed), caller: within.caller },
      input: {
        user: names[userBy],
        award: (call.award === "unknown" ? undefined : one?.awards[call.award]) ?? UNKNOWN_ID,
        store: { here: here.code, none: null, unknown: "nowhere" }[call.store],
        ...{ stamps: call.stamps, notes: call.notes, expiresOn: dayIn(call.ends) },
      },
    };
  });
  return { merchant, calls };
}

/** Writes expiries, closes the store and anonymizes customers, as the facts say. */
async function makePresent(
  { db }: OpenHarness,
  ctx: CoreContext,
  {
    facts,
    people,
    storeId,
  }: {
    readonly facts: AwardFacts;
    readonly people: readonly { readonly id: number }[];
    readonly storeId: number;
  },
): Promise<void> {
  const { customers, stores } = schema;
  const merchantId = ctx.caller.merchant.id;
  for (const [n, { isExpiryWritten, isAnonymized }] of facts.people.entries()) {
    const id = people[n]?.id ?? 0;
    if (isExpiryWritten) await expireIfDue(ctx, { isDue: true, customer: { id } });
    if (isAnonymized)
      await db
        .update(customers)
        .set({ anonymizedAt: new Date().toISOString() })
        .where(and(eq(customers.merchantId, merchantId), eq(customers.id, id)));
  }
  await db
    .update(stores)
    .set({ isActive: facts.storeIsActive })
    .where(and(eq(stores.merchantId, merchantId), eq(stores.id, storeId)));
}

async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
}
