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
import { type CancelAwardSeen, refuseCancelAward } from "./cancel-award.rules.ts";
import { operation } from "./cancel-award.sql.ts";
import { cancelAward } from "./cancel-award.ts";

const gift = { store: null, stamps: 1, notes: null, expiresOn: null };

async function compare(t: OpenHarness, facts: AwardFacts, met: Set<string>) {
  const { expected } = await compareCalls<AwardCallMade, CancelAwardSeen, AwardExpected>(t, {
    makeWorld: () =>
      makeAwardWorld(t, facts, async ({ idempotency, ...ctx }, user) => {
        const { award } = await addAward(ctx, { ...gift, user });
        const keyed = idempotency ? { ...ctx, idempotency } : ctx;
        await cancelAward(keyed, { user, award: award.id });
      }),
    expectedFirst: (calls) =>
      expectAwards(t, calls, {
        operation,
        refuse: (seen, { caller }) => refuseCancelAward(seen, caller),
        needsTakes: true,
      }),
    expectSeen: (seen, { seen: { store: _, today: __, ...rest } }) => expect(seen).toEqual(rest),
    verb: cancelAward,
    numberOf: ({ auditId }: { readonly auditId: number }) => auditId,
  });
  for (const one of expected) {
    met.add(one.waitsFor ?? kindOf(one));
    if (one.isDone && one.seen.award?.status === "Canceled") met.add("repeated");
  }
}

/** The outcomes and other cases that the generated test data must contain. */
const all = [
  ...["again", "award_not_found", "done", "expiry", "insufficient_stamps", "invalid_user", "kept"],
  ...["permission_denied", "repeated", "replay"],
];

testWorlds(awardWorlds, { all }, compare);
