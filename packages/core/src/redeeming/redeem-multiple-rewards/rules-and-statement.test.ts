import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureKinds } from "../../failures.ts";
import { guardless, type OpenHarness, openHarness } from "../../testing/index.ts";
import { compareWithToday } from "../../testing/worlds/compare-with-today.ts";
import {
  type MultipleRewardsWorldCall,
  makeMultipleRewardsWorld,
} from "../../testing/worlds/make-multiple-rewards-world.ts";
import {
  type MultipleRewardsWorldFacts,
  multipleRewardsWorlds,
} from "../../testing/worlds/multiple-rewards-worlds.ts";
import { runWorlds } from "../../testing/worlds/run-worlds.ts";
import type { Writing } from "../../writing/index.ts";
import { redeemMultipleRewards } from "../index.ts";
import {
  type RewardsDone,
  type RewardsSeen,
  refuseRewards,
} from "./redeem-multiple-rewards.rules.ts";
import { arms, columns, type Types } from "./redeem-multiple-rewards.sql.ts";

/** The statement, which does nothing and tells what it sees. */
const looking = guardless<Types, RewardsSeen, RewardsDone>(
  "look_at_rewards",
  columns,
  arms,
)(/b\.passes and w\.passes and b\.stamps >= w\.cost/, "false");

/** What the statement sees of a call that goes alone. */
async function seenAlone({ ctx, input }: MultipleRewardsWorldCall): Promise<RewardsSeen> {
  const stop = new Error("stop");
  let seen: RewardsSeen | undefined;
  const write: Writing["write"] = async (_, call, { place }) => {
    const [row] = await looking.run(ctx.db, place, [call as never], "skip");
    if (row && !row.isDone) seen = row.seen;
    throw stop;
  };
  const writing = { ...ctx.writing, write };
  await redeemMultipleRewards({ ...ctx, writing }, input).catch((error) => {
    if (error !== stop) throw error;
  });
  if (!seen) throw new Error("nothing was seen");
  return seen;
}

/** Which of the calls a first batch has to do, by the rules. */
async function expectedFirst(calls: readonly MultipleRewardsWorldCall[]) {
  const taken = new Set<string>();
  const all = [];
  for (const call of calls) {
    const { ctx, input } = call;
    const seen = await seenAlone(call);
    const refusal = refuseRewards(seen, ctx.caller, input);
    const isAble = refusal === null && seen.kept === null;
    // it goes again with the vouchers that it has to issue
    const hasAll = isAble && seen.lines.every(({ template }) => template === null);
    const subjects = [`customer ${seen.customer?.id}`];
    if (ctx.idempotency) subjects.push(`key ${ctx.idempotency.key}`);
    const isFirst = !subjects.some((subject) => taken.has(subject));
    if (hasAll) for (const subject of subjects) taken.add(subject);
    all.push({ isDone: hasAll && isFirst, isAble, hasAll, refusal, seen });
  }
  return all;
}

type Expected = Awaited<ReturnType<typeof expectedFirst>>[number];

/** Expects that the statement saw the same for a call that goes with others. */
function expectSeen(row: RewardsSeen, { seen }: Expected) {
  const time = expect.any(String);
  expect(row).toEqual({ ...seen, store: seen.store && { ...seen.store, time } });
}

async function compare(t: OpenHarness, facts: MultipleRewardsWorldFacts, met: Set<string>) {
  const { calls, expected, answers } = await compareWithToday(t, {
    makeWorld: () => makeMultipleRewardsWorld(t, facts),
    expectedFirst,
    expectSeen,
    verb: redeemMultipleRewards,
    today: redeemMultipleRewards,
  });

  for (const [n, { isDone, isAble, hasAll, refusal, seen }] of expected.entries()) {
    const lines = calls[n]?.input.rewards.length ?? 0;
    if (isDone) met.add(lines > 1 ? "several lines done" : "one line done");
    if (isDone && seen.needsAuthorization) met.add("done with authorizations");
    if (hasAll && !isDone) met.add("again");
    if (isAble && !hasAll && "lines" in Object(answers[n])) met.add("with vouchers");
    if (seen.kept) met.add("kept");
    if (refusal) met.add(failureKinds[refusal.code] === "forbidden" ? "forbidden" : refusal.code);
  }
  const codes = answers.map((answer) => Object(answer).code);
  if (expected.some(({ refusal }, n) => !refusal && codes[n] === "insufficient_stamps"))
    met.add("too few stamps after another call");
}

/** What the worlds have to show. Fewer of them run on the embedded database, which is slower. */
const all = [
  ...["several lines done", "one line done", "done with authorizations", "again", "with vouchers"],
  ...["kept", "forbidden", "too few stamps after another call", "insufficient_stamps"],
  ...["invalid_reward", "reward_not_available", "required", "authorization_required"],
];

describe.each([
  ["PostgreSQL", () => createTestDatabase({ isPatient: true }), 40, all],
  [
    "the embedded database",
    () => createEmbeddedTestDatabase({ isPatient: true }),
    10,
    ["several lines done"],
  ],
] as const)("rules and statement on %s", (_, open, numRuns, kinds) => {
  let t: OpenHarness;
  beforeAll(async () => {
    t = await openHarness<Awaited<ReturnType<typeof open>>>(open);
  });
  afterAll(() => t?.close());

  test("a call is done exactly if the rules have nothing against it, as if it went alone", async () => {
    const one = (facts: MultipleRewardsWorldFacts, met: Set<string>) => compare(t, facts, met);
    expect(await runWorlds(multipleRewardsWorlds, one, { numRuns, kinds })).toEqual([]);
  });
});
