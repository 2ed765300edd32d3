import { schema } from "@stampbook/db";
import { and, eq, isNull } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import type { CoreContext } from "../../context.ts";
import { compareCalls } from "../../testing/comparing/compare-calls.ts";
import { type Expected, expectedFirst, kindOf } from "../../testing/comparing/expected-first.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import { findKeptOutcome } from "../../testing/find-kept-outcome.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { mostly } from "../../testing/worlds/shop-facts.ts";
import {
  callsOf,
  makeOffice,
  officeCallFacts,
  officeFacts,
  type Person,
} from "../../testing/worlds/staff-worlds.ts";
import { type LevelGiven, refuseSetLevel, type SetLevelSeen } from "./set-level.rules.ts";
import { operation } from "./set-level.sql.ts";
import { setLevel } from "./set-level.ts";

const DAY_MS = 86_400_000;

const worlds = fc.record({
  ...officeFacts,
  calls: callsOf(
    fc.record({
      ...officeCallFacts,
      who: mostly<Person>([0, 0, 1, 2], ["nobody"]),
      level: mostly([100, 200, 300], [250]),
      upgradeOnly: fc.boolean(),
      /** The last day, in days from today. Null: no end. */
      endsIn: mostly<number | null>([null, 0, 1], [-1], 6),
    }),
  ),
});
type Facts = typeof worlds extends fc.Arbitrary<infer F> ? F : never;

type Input = LevelGiven & { readonly user: number };
type Call = { readonly ctx: CoreContext; readonly input: Input };

async function makeWorld(t: OpenHarness, facts: Facts) {
  const { merchant, idOf, ctxOf, makePresent } = await makeOffice(t, facts);
  for (const level of [200, 300])
    await t.db
      .insert(schema.levels)
      .values({ merchantId: merchant.id, level, name: `Level ${level}` });
  await makePresent((ctx) =>
    setLevel(ctx, { user: idOf(0), level: 200, upgradeOnly: true, endDate: null }),
  );
  const calls = facts.calls.map(({ who, level, upgradeOnly, endsIn, ...call }): Call => {
    const ctx = ctxOf(call);
    const endDate = endsIn === null ? null : dayOf(ctx, facts.timezone, endsIn);
    return { ctx, input: { user: idOf(who), level, upgradeOnly, endDate } };
  });
  return { merchant, calls };
}

/** Returns the date in the time zone, `days` after today by the context's clock. */
const dayOf = ({ clockOffsetMs }: CoreContext, timeZone: string, days = 0) =>
  new Intl.DateTimeFormat("sv", { timeZone }).format(Date.now() + clockOffsetMs + days * DAY_MS);

/** Predicts the result of a call: applies the rules to rows that it reads without the statement. */
async function judge(t: OpenHarness, { ctx, input }: Call, timezone: string) {
  const { customers, levels, memberships } = schema;
  const merchantId = ctx.caller.merchant.id;
  const [row] = await t.db
    .select({ id: customers.id, level: memberships.level })
    .from(customers)
    .innerJoin(
      memberships,
      and(eq(memberships.merchantId, merchantId), eq(memberships.customerId, customers.id)),
    )
    .where(
      and(
        eq(customers.merchantId, merchantId),
        eq(customers.id, input.user),
        isNull(customers.anonymizedAt),
      ),
    );
  const seen: SetLevelSeen = {
    customer: row ? { id: row.id } : null,
    level: row?.level ?? null,
    levels: await t.db
      .select({ level: levels.level, name: levels.name })
      .from(levels)
      .where(eq(levels.merchantId, merchantId))
      .orderBy(levels.level),
    today: dayOf(ctx, timezone),
    kept: await findKeptOutcome(ctx, operation),
  };
  return {
    seen,
    refusal: refuseSetLevel(seen, input, ctx.caller.merchant.name),
    subjects: [`customer ${input.user}`],
  };
}

async function compare(t: OpenHarness, facts: Facts, met: Set<string>) {
  const { expected } = await compareCalls<Input, SetLevelSeen, Expected<SetLevelSeen>>(t, {
    makeWorld: () => makeWorld(t, facts),
    expectedFirst: (calls) => expectedFirst(calls, (call) => judge(t, call, facts.timezone)),
    expectSeen: (seen, one) => expect(seen).toEqual(one.seen),
    verb: async (ctx, input) => {
      await setLevel(ctx, input);
      return {};
    },
    numberOf: ({ change }: { readonly change: number }) => change,
  });
  for (const one of expected) met.add(kindOf(one));
}

/** The kinds of cases that the generated test data must contain. */
const all = [
  ...[
    "again",
    "done",
    "downgrade_not_allowed",
    "invalid",
    "invalid_choice",
    "user_has_no_membership",
  ],
  "kept",
];

testWorlds(worlds, { all }, compare);
