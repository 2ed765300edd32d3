import { expect } from "vitest";
import { compareCalls } from "../../testing/comparing/compare-calls.ts";
import { kindOf } from "../../testing/comparing/expected-first.ts";
import { type AwardExpected, expectAwards } from "../../testing/comparing/read-awards.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import type { OpenHarness } from "../../testing/index.ts";
import {
  type AwardCallMade,
  type AwardFacts,
  awardWorlds,
  makeAwardWorld,
} from "../../testing/worlds/award-worlds.ts";
import { addAward } from "../add-award/add-award.ts";
import { type DeductionSeen, refuseDeduction } from "./deduct-stamps.rules.ts";
import { operation } from "./deduct-stamps.sql.ts";
import { deductStamps } from "./deduct-stamps.ts";

const gift = { store: null, stamps: 1, notes: null, expiresOn: null };

async function compare(t: OpenHarness, facts: AwardFacts, met: Set<string>) {
  const { expected } = await compareCalls<AwardCallMade, DeductionSeen, AwardExpected>(t, {
    makeWorld: () =>
      makeAwardWorld(t, facts, async ({ idempotency, ...ctx }, user) => {
        await addAward(ctx, { ...gift, user });
        const keyed = idempotency ? { ...ctx, idempotency } : ctx;
        await deductStamps(keyed, { user, stamps: 1, notes: "before" });
      }),
    expectedFirst: (calls) =>
      expectAwards(t, calls, {
        operation,
        refuse: (seen, _, { stamps }) => refuseDeduction(seen, stamps),
      }),
    expectSeen: (seen, { seen: { customer, membership, isDue, kept } }) =>
      expect(seen).toEqual({ customer, membership, isDue, kept }),
    verb: deductStamps,
    numberOf: ({ deduction }: { readonly deduction: number }) => deduction,
  });
  for (const one of expected) met.add(one.waitsFor ?? kindOf(one));
}

/** The outcomes and other cases that the generated test data must contain. */
const all = ["again", "done", "expiry", "insufficient_stamps", "invalid_data", "kept"];

testWorlds(awardWorlds, { all }, compare);
