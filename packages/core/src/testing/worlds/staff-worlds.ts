import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import type { OpenHarness } from "../open-harness.ts";
import { UNKNOWN_ID } from "./make-shop.ts";
import { mostly } from "./shop-facts.ts";

/** One of the three customers, or none. */
export type Person = 0 | 1 | 2 | "nobody";

const person = fc.record({
  stamps: fc.integer({ min: 0, max: 3 }),
  isActive: fc.boolean(),
  isAnonymized: mostly([false], [true], 6),
});

/** The facts of a merchant with three customers, for operations other than sales and redemptions. */
export const officeFacts = {
  timezone: fc.constantFrom("Asia/Jakarta", "Pacific/Kiritimati", "America/Los_Angeles"),
  hours: fc.integer({ min: 0, max: 47 }),
  people: fc.tuple(person, person, person),
  /** The age of the outcome stored for the key `k`: under or over seven days. */
  kept: fc.constantFrom<"nothing" | "young" | "old">("nothing", "nothing", "young", "old"),
};

/** The facts that the calls of all these operations have. */
export const officeCallFacts = {
  key: fc.constantFrom(null, null, "k", "l"),
  fingerprint: mostly(["f"], ["g"], 4),
};

/** One to eight calls. */
export const callsOf = <Call>(call: fc.Arbitrary<Call>) =>
  fc.array(call, { minLength: 1, maxLength: 8 });

type FactsOf<T> = { readonly [Name in keyof T]: T[Name] extends fc.Arbitrary<infer F> ? F : never };
export type OfficeFacts = FactsOf<typeof officeFacts>;
type CallFacts = FactsOf<typeof officeCallFacts>;

/** A merchant with three customers. `makePresent` makes the past call and anonymizes customers. */
export type Office = {
  readonly merchant: Merchant;
  /** Returns a customer's id. For `nobody` it is an id that no customer has. */
  readonly idOf: (who: Person) => number;
  readonly ctxOf: (call: CallFacts) => CoreContext;
  /**
   * Unless `kept` is "nothing", makes a call with the key `k` about a week ago. Then anonymizes customers.
   */
  readonly makePresent: (before: (ctx: CoreContext) => Promise<unknown>) => Promise<void>;
};

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;

/** Makes the merchant and the customers with their stamps. */
export async function makeOffice(t: OpenHarness, facts: OfficeFacts): Promise<Office> {
  const { timezone, people, kept } = facts;
  const merchant = await t.given.merchant({ timezone });
  const clockOffsetMs = facts.hours * 3_600_000;
  const ids: number[] = [];
  for (const { stamps, isActive } of people)
    ids.push((await t.given.customer(merchant, { isActive }, { stamps })).id);
  return {
    merchant,
    idOf: (who) => (who === "nobody" ? UNKNOWN_ID : (ids[who] ?? UNKNOWN_ID)),
    ctxOf: ({ key, fingerprint }) => {
      const ctx = key === null ? t.as(merchant) : t.keyed(merchant, key, fingerprint);
      return { ...ctx, clockOffsetMs };
    },
    makePresent: async (before) => {
      const age = WEEK_MS + (kept === "old" ? MINUTE_MS : -MINUTE_MS);
      if (kept !== "nothing")
        await before({ ...t.keyed(merchant, "k"), clockOffsetMs: clockOffsetMs - age });
      const { customers } = schema;
      for (const [n, { isAnonymized }] of people.entries())
        if (isAnonymized)
          await t.db
            .update(customers)
            .set({ anonymizedAt: new Date().toISOString() })
            .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, ids[n] ?? 0)));
    },
  };
}
