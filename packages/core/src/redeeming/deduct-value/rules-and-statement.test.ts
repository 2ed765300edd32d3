import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureKinds } from "../../failures.ts";
import { deductVoucherValue as deductToday } from "../../redemptions/deduct-voucher-value.ts";
import { loadVoucherScene } from "../../redemptions/voucher.store.ts";
import { findKeptOutcome } from "../../retries/keys.store.ts";
import { type OpenHarness, openHarness } from "../../testing/index.ts";
import { compareWithToday } from "../../testing/worlds/compare-with-today.ts";
import { makeVoucherWorld, type WorldCall } from "../../testing/worlds/make-voucher-world.ts";
import { runWorlds } from "../../testing/worlds/run-worlds.ts";
import { type ValueWorldFacts, valueWorlds } from "../../testing/worlds/voucher-worlds.ts";
import { type DeductValueInput, deductValue } from "../index.ts";
import { heldVoucher, type VoucherSeen } from "../redeem-voucher/redeem-voucher.rules.ts";
import { refuseDeduction } from "./deduct-value.rules.ts";
import { operation } from "./deduct-value.sql.ts";

type ValueCall = Pick<WorldCall, "ctx"> & { readonly input: DeductValueInput };

/** Makes the world; its past calls were made by today's path. */
async function makeWorld(t: OpenHarness, { world, values }: ValueWorldFacts) {
  const { merchant, calls } = await makeVoucherWorld(t, world, (ctx, input) =>
    deductToday(ctx, { ...input, value: "10.00" }),
  );
  const withValue = ({ ctx, input }: WorldCall, index: number): ValueCall => ({
    ctx,
    input: { ...input, value: values[index] ?? "0.01" },
  });
  return { merchant, calls: calls.map(withValue) };
}

/** Which of the calls a first batch has to do, by today's look-ups and the rules. */
async function expectedFirst(calls: readonly ValueCall[]) {
  const taken = new Set<string>();
  const all = [];
  for (const { ctx, input } of calls) {
    const scene = await loadVoucherScene(ctx, input);
    const kept = await findKeptOutcome(ctx, operation);
    // the scene's voucher is already whole
    const seen = { ...scene, held: scene.voucher, kept };
    const refusal = refuseDeduction(seen, ctx.caller, input);
    const authorization = scene.needsAuthorization ? scene.authorization?.id : undefined;
    const subjects = [`voucher ${input.voucher}`];
    if (authorization !== undefined) subjects.push(`authorization ${authorization}`);
    if (ctx.idempotency) subjects.push(`key ${ctx.idempotency.key}`);
    const isAble = refusal === null && kept === null;
    const isFirst = !subjects.some((subject) => taken.has(subject));
    if (isAble) for (const subject of subjects) taken.add(subject);
    all.push({ isDone: isAble && isFirst, isAble, refusal, scene, kept });
  }
  return all;
}

/** Which kind of case a call is. */
function kindOf(
  { isDone, isAble, refusal, scene, kept }: Awaited<ReturnType<typeof expectedFirst>>[number],
  { input }: ValueCall,
): string {
  if (kept) return "kept";
  if (
    refusal?.code === "insufficient_voucher_value" ||
    refusal?.code === "voucher_value_not_dynamic"
  )
    return refusal.code;
  if (refusal) return failureKinds[refusal.code] === "forbidden" ? "forbidden" : "refused";
  if (isAble && !isDone) return "again";
  return scene.voucher?.remainingValue === input.value ? "all of it" : "part of it";
}

type Expected = Awaited<ReturnType<typeof expectedFirst>>[number];

/** Expects that the statement saw what the rules looked at. */
function expectSeen(row: VoucherSeen, { scene, kept }: Expected) {
  const { kept: seenKept, held: _, ...seen } = row;
  const time = expect.any(String);
  expect({ ...seen, voucher: heldVoucher(row) }).toEqual({
    ...scene,
    store: scene.store && { ...scene.store, time },
  });
  expect(seenKept).toEqual(kept);
}

async function compare(t: OpenHarness, facts: ValueWorldFacts, met: Set<string>) {
  const { calls, expected } = await compareWithToday(t, {
    makeWorld: () => makeWorld(t, facts),
    ...{ expectedFirst, expectSeen, verb: deductValue, today: deductToday },
  });

  for (const [n, call] of calls.entries()) {
    const one = expected[n];
    if (one) met.add(kindOf(one, call));
  }
}

/** What the worlds have to show. Fewer of them run on the embedded database, which is slower. */
const all = [
  ...["again", "all of it", "forbidden", "insufficient_voucher_value", "kept", "part of it"],
  ...["refused", "voucher_value_not_dynamic"],
] as const;

describe.each([
  ["PostgreSQL", () => createTestDatabase({ isPatient: true }), 60, all],
  [
    "the embedded database",
    () => createEmbeddedTestDatabase({ isPatient: true }),
    20,
    ["part of it"],
  ],
] as const)("rules and statement on %s", (_, open, numRuns, kinds) => {
  let t: OpenHarness;
  beforeAll(async () => {
    t = await openHarness<Awaited<ReturnType<typeof open>>>(open);
  });
  afterAll(() => t?.close());

  test("a call is done exactly if the rules have nothing against it, as today", async () => {
    const one = (facts: ValueWorldFacts, met: Set<string>) => compare(t, facts, met);
    expect(await runWorlds(valueWorlds, one, { numRuns, kinds })).toEqual([]);
  });
});
