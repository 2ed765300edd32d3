import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureKinds } from "../../failures.ts";
import { redeemReward as redeemToday } from "../../redemptions/redeem-reward.ts";
import { decideReward, shownReward } from "../../redemptions/reward.rules.ts";
import { loadRewardScene } from "../../redemptions/reward.store.ts";
import { findKeptOutcome } from "../../retries/keys.store.ts";
import { alike, answerOf, type OpenHarness, oneBatch, openHarness } from "../../testing/index.ts";
import { makeRewardWorld, type RewardWorldCall } from "../../testing/worlds/make-reward-world.ts";
import { type RewardWorldFacts, rewardWorlds } from "../../testing/worlds/reward-worlds.ts";
import { redeemReward } from "../index.ts";
import { catalogueReward, type RewardDone, type RewardSeen } from "./redeem-reward.rules.ts";
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

/** Runs equal calls in two equal worlds, by this statement in batches and by today's path. */
async function compare(t: OpenHarness, facts: RewardWorldFacts, met: Set<string>) {
  const [world, today] = [await makeRewardWorld(t, facts), await makeRewardWorld(t, facts)];
  const expected = await expectedFirst(world.calls);
  const before = await t.rows(world.merchant);
  const todayBefore = await t.rows(today.merchant);

  const { writing, end, batches, order } = oneBatch<RewardSeen, RewardDone>(t, world.calls.length);
  const answers: unknown[] = await Promise.all(
    world.calls.map(({ ctx, input }) =>
      answerOf(redeemReward({ ...ctx, writing }, input)).finally(end),
    ),
  );
  const first = batches[0] ?? [];
  expect(first.map(({ isDone }) => isDone)).toEqual(expected.map(({ isDone }) => isDone));
  for (const [n, { scene, kept }] of expected.entries()) {
    const row = first[n];
    if (!row || row.isDone) continue;
    const { kept: seenKept, availability: _, ...seen } = row.seen;
    const time = expect.any(String);
    expect({ ...seen, reward: catalogueReward(row.seen) }).toEqual({
      ...scene,
      store: scene.store && { ...scene.store, time },
      reward: scene.reward && { ...scene.reward, ...shownReward(scene.reward) },
    });
    expect(seenKept).toEqual(kept);
  }

  for (const index of order()) {
    const call = today.calls[index];
    if (!call) throw new Error("a call is missing");
    expect(answers[index]).toEqual(await answerOf(redeemToday(call.ctx, call.input)));
  }
  const written = async (of: typeof world, since: typeof before) =>
    Object.entries(await t.written(of.merchant, since)).map(([table, rows]) => [
      table,
      rows
        .map((row) => (table === "refusals" ? `${row.code} ${row.rule}` : alike(row)))
        .map((row) => JSON.stringify(row))
        .sort(),
    ]);
  expect(await written(world, before)).toEqual(await written(today, todayBefore));

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

describe.each([
  ["PostgreSQL", () => createTestDatabase({ isPatient: true }), 60],
  ["the embedded database", () => createEmbeddedTestDatabase({ isPatient: true }), 60],
] as const)("rules and statement on %s", (_, open, numRuns) => {
  let t: OpenHarness;
  beforeAll(async () => {
    t = await openHarness<Awaited<ReturnType<typeof open>>>(open);
  });
  afterAll(() => t?.close());

  test("a call is done exactly if the rules have nothing against it, as today", async () => {
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(rewardWorlds, (facts) => compare(t, facts, met)),
      { numRuns },
    );
    expect([...met].sort()).toEqual([
      "again",
      "done",
      "forbidden",
      "kept",
      "refused",
      "too few stamps after another call",
      "with vouchers",
    ]);
  });
});
