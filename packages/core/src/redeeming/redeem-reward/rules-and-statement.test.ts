import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureKinds } from "../../failures.ts";
import { redeemReward as redeemToday } from "../../redemptions/redeem-reward.ts";
import { decideReward, shownReward } from "../../redemptions/reward.rules.ts";
import { loadRewardScene } from "../../redemptions/reward.store.ts";
import { findKeptOutcome } from "../../retries/keys.store.ts";
import { type OpenHarness, openHarness } from "../../testing/index.ts";
import { compareWithToday } from "../../testing/worlds/compare-with-today.ts";
import { makeRewardWorld, type RewardWorldCall } from "../../testing/worlds/make-reward-world.ts";
import { type RewardWorldFacts, rewardWorlds } from "../../testing/worlds/reward-worlds.ts";
import { runWorlds } from "../../testing/worlds/run-worlds.ts";
import { redeemReward } from "../index.ts";
import { catalogueReward, type RewardSeen } from "./redeem-reward.rules.ts";
import { operation } from "./redeem-reward.sql.ts";

/** Which of the calls a first batch has to do, by today's look-ups and the rules. */
async function expectedFirst(calls: readonly RewardWorldCall[]) {
  const taken = new Set<string>();
  const all = [];
  for (const { ctx, input } of calls) {
    const scene = await loadRewardScene(ctx, input);
    const kept = await findKeptOutcome(ctx, operation);
    const verdict = decideReward(scene, ctx.caller, input);
    const refusal = "refusal" in verdict ? verdict.refusal : null;
    const isAble = refusal === null && kept === null;
    // it goes again with the vouchers that it has to issue
    const hasAll = isAble && scene.template === null;
    const subjects = [`customer ${scene.customer?.id}`];
    if (ctx.idempotency) subjects.push(`key ${ctx.idempotency.key}`);
    const isFirst = !subjects.some((subject) => taken.has(subject));
    if (hasAll) for (const subject of subjects) taken.add(subject);
    all.push({ isDone: hasAll && isFirst, isAble, hasAll, refusal, scene, kept });
  }
  return all;
}

type Expected = Awaited<ReturnType<typeof expectedFirst>>[number];

/** Expects that the statement saw what the rules looked at. */
function expectSeen(row: RewardSeen, { scene, kept }: Expected) {
  const { kept: seenKept, availability: _, ...seen } = row;
  const time = expect.any(String);
  expect({ ...seen, reward: catalogueReward(row) }).toEqual({
    ...scene,
    store: scene.store && { ...scene.store, time },
    reward: scene.reward && { ...scene.reward, ...shownReward(scene.reward) },
  });
  expect(seenKept).toEqual(kept);
}

async function compare(t: OpenHarness, facts: RewardWorldFacts, met: Set<string>) {
  const { expected, answers } = await compareWithToday(t, {
    makeWorld: () => makeRewardWorld(t, facts),
    ...{ expectedFirst, expectSeen, verb: redeemReward, today: redeemToday },
  });

  for (const [n, { isDone, isAble, hasAll, refusal, kept }] of expected.entries()) {
    if (isDone) met.add("done");
    if (hasAll && !isDone) met.add("again");
    if (isAble && !hasAll && "voucher" in Object(answers[n])) met.add("with vouchers");
    if (kept) met.add("kept");
    if (refusal) met.add(failureKinds[refusal.code] === "forbidden" ? "forbidden" : "refused");
  }
  const codes = answers.map((answer) => Object(answer).code);
  if (expected.some(({ refusal }, n) => !refusal && codes[n] === "insufficient_stamps"))
    met.add("too few stamps after another call");
}

/** What the worlds have to show. Fewer of them run on the embedded database, which is slower. */
const all = [
  "again",
  "done",
  "forbidden",
  "kept",
  "refused",
  "too few stamps after another call",
  "with vouchers",
] as const;

describe.each([
  ["PostgreSQL", () => createTestDatabase({ isPatient: true }), 60, all],
  ["the embedded database", () => createEmbeddedTestDatabase({ isPatient: true }), 20, ["done"]],
] as const)("rules and statement on %s", (_, open, numRuns, kinds) => {
  let t: OpenHarness;
  beforeAll(async () => {
    t = await openHarness<Awaited<ReturnType<typeof open>>>(open);
  });
  afterAll(() => t?.close());

  test("a call is done exactly if the rules have nothing against it, as today", async () => {
    const one = (facts: RewardWorldFacts, met: Set<string>) => compare(t, facts, met);
    expect(await runWorlds(rewardWorlds, one, { numRuns, kinds })).toEqual([]);
  });
});
