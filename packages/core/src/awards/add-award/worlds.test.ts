import { expect } from "vitest";
import { unknownCustomer } from "../../failures.ts";
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
import { type AwardSeen, refuseAward } from "./add-award.rules.ts";
import { operation } from "./add-award.sql.ts";
import { addAward } from "./add-award.ts";

async function compare(t: OpenHarness, facts: AwardFacts, met: Set<string>) {
  const before = { store: null, stamps: 1, notes: null, expiresOn: null };
  const { expected } = await compareCalls<AwardCallMade, AwardSeen, AwardExpected>(t, {
    makeWorld: () => makeAwardWorld(t, facts, (ctx, user) => addAward(ctx, { ...before, user })),
    expectedFirst: (calls) =>
      expectAwards(t, calls, {
        operation,
        refuse: (seen, { caller }, { store, expiresOn }) =>
          refuseAward(seen, caller, { store, expiresOn, unknown: unknownCustomer }),
      }),
    expectSeen: (seen, { seen: { award: _, takes: __, ...rest } }) =>
      expect({ ...seen, store: seen.store && { ...seen.store, time: "" } }).toEqual(rest),
    verb: addAward,
    numberOf: ({ award }: { readonly award: number }) => award,
  });
  for (const one of expected) met.add(one.waitsFor ?? kindOf(one));
}

/** The outcomes and other cases that the generated test data must contain. */
const all = [
  ...["again", "done", "expiry", "invalid", "invalid_store", "invalid_user", "kept"],
  "permission_denied",
];

testWorlds(awardWorlds, { all }, compare);
