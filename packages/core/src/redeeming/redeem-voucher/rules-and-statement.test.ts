import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureKinds } from "../../failures.ts";
import { redeemVoucher as redeemToday } from "../../redemptions/redeem-voucher.ts";
import { loadVoucherScene } from "../../redemptions/voucher.store.ts";
import { findKeptOutcome } from "../../retries/keys.store.ts";
import { type OpenHarness, openHarness } from "../../testing/index.ts";
import { compareWithToday } from "../../testing/worlds/compare-with-today.ts";
import { makeVoucherWorld, type WorldCall } from "../../testing/worlds/make-voucher-world.ts";
import { runWorlds } from "../../testing/worlds/run-worlds.ts";
import { type VoucherWorldFacts, voucherWorlds } from "../../testing/worlds/voucher-worlds.ts";
import { redeemVoucher } from "../index.ts";
import { heldVoucher, refuseVoucher, type VoucherSeen } from "./redeem-voucher.rules.ts";
import { operation } from "./redeem-voucher.sql.ts";

/** Which of the calls a first batch has to do, by today's look-ups and the rules. */
async function expectedFirst(calls: readonly WorldCall[]) {
  const taken = new Set<string>();
  const all = [];
  for (const { ctx, input } of calls) {
    const scene = await loadVoucherScene(ctx, input);
    const kept = await findKeptOutcome(ctx, operation);
    // the scene's voucher is already whole
    const seen = { ...scene, held: scene.voucher, kept };
    const refusal = refuseVoucher(seen, ctx.caller, input);
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

async function compare(t: OpenHarness, facts: VoucherWorldFacts, met: Set<string>) {
  const { expected } = await compareWithToday(t, {
    makeWorld: () => makeVoucherWorld(t, facts),
    ...{ expectedFirst, expectSeen, verb: redeemVoucher, today: redeemToday },
  });

  for (const { isDone, isAble, refusal, kept } of expected) {
    if (isDone) met.add("done");
    if (isAble && !isDone) met.add("again");
    if (kept) met.add("kept");
    if (refusal) met.add(failureKinds[refusal.code] === "forbidden" ? "forbidden" : "refused");
  }
}

/** What the worlds have to show. Fewer of them run on the embedded database, which is slower. */
const all = ["again", "done", "forbidden", "kept", "refused"] as const;

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
    const one = (facts: VoucherWorldFacts, met: Set<string>) => compare(t, facts, met);
    expect(await runWorlds(voucherWorlds, one, { numRuns, kinds })).toEqual([]);
  });
});
