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
import { type Adjustment, type AdjustmentSeen, refuseAdjustment } from "./adjust-stamps.rules.ts";
import { operation } from "./adjust-stamps.sql.ts";
import { adjustStamps } from "./adjust-stamps.ts";

const worlds = fc.record({
  ...officeFacts,
  calls: callsOf(
    fc.record({
      ...officeCallFacts,
      who: mostly<Person>([0, 0, 1, 2], ["nobody"]),
      delta: fc.constantFrom(-3, -2, -1, 1, 2),
      reason: fc.constantFrom("Forgot the card", "“é” \\ \n"),
    }),
  ),
});
type Facts = typeof worlds extends fc.Arbitrary<infer F> ? F : never;

type Call = { readonly ctx: CoreContext; readonly input: Adjustment };

async function makeWorld(t: OpenHarness, facts: Facts) {
  const { merchant, idOf, ctxOf, makePresent } = await makeOffice(t, facts);
  await makePresent((ctx) =>
    adjustStamps(ctx, { customerId: idOf(0), delta: 1, reason: "before" }),
  );
  const calls = facts.calls.map(
    ({ who, delta, reason, ...call }): Call => ({
      ctx: ctxOf(call),
      input: { customerId: idOf(who), delta, reason },
    }),
  );
  return { merchant, calls };
}

/** Predicts the result of a call: applies the rules to rows that it reads without the statement. */
async function judge(t: OpenHarness, { ctx, input }: Call) {
  const { customers, memberships } = schema;
  const merchantId = ctx.caller.merchant.id;
  const [row] = await t.db
    .select({ stamps: memberships.stamps })
    .from(customers)
    .innerJoin(
      memberships,
      and(eq(memberships.merchantId, merchantId), eq(memberships.customerId, customers.id)),
    )
    .where(
      and(
        eq(customers.merchantId, merchantId),
        eq(customers.id, input.customerId),
        isNull(customers.anonymizedAt),
      ),
    );
  const kept = await findKeptOutcome(ctx, operation);
  const seen = { stamps: row?.stamps ?? null, isDue: false, kept };
  const subjects = [`customer ${input.customerId}`];
  return { seen, refusal: refuseAdjustment(seen, input), subjects };
}

async function compare(t: OpenHarness, facts: Facts, met: Set<string>) {
  const { expected } = await compareCalls<Adjustment, AdjustmentSeen, Expected<AdjustmentSeen>>(t, {
    makeWorld: () => makeWorld(t, facts),
    expectedFirst: (calls) => expectedFirst(calls, (call) => judge(t, call)),
    expectSeen: (seen, one) => expect(seen).toEqual(one.seen),
    verb: adjustStamps,
    numberOf: ({ auditId }: { readonly auditId: number }) => auditId,
  });
  for (const one of expected) met.add(kindOf(one));
}

/** The kinds of cases that the generated test data must contain. */
const all = ["again", "done", "insufficient_stamps", "invalid_user", "kept"];

testWorlds(worlds, { all }, compare);
