import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureKinds } from "../../failures.ts";
import { redeemVoucherCode as redeemToday } from "../../redemptions/redeem-voucher-code.ts";
import { loadVoucherCodeScene } from "../../redemptions/voucher.store.ts";
import { findKeptOutcome } from "../../retries/keys.store.ts";
import { type OpenHarness, openHarness } from "../../testing/index.ts";
import { compareWithToday } from "../../testing/worlds/compare-with-today.ts";
import {
  type CodeWorldCall,
  makeVoucherCodeWorld,
} from "../../testing/worlds/make-voucher-code-world.ts";
import { runWorlds } from "../../testing/worlds/run-worlds.ts";
import {
  type VoucherCodeWorldFacts,
  voucherCodeWorlds,
} from "../../testing/worlds/voucher-code-worlds.ts";
import { redeemVoucherCode } from "../index.ts";
import { heldVoucher } from "../redeem-voucher/redeem-voucher.rules.ts";
import { refuseVoucherCode, type VoucherCodeSeen } from "./redeem-voucher-code.rules.ts";
import { operation } from "./redeem-voucher-code.sql.ts";

/** Which of the calls a first batch has to do, by today's look-ups and the rules. */
async function expectedFirst(calls: readonly CodeWorldCall[]) {
  const taken = new Set<string>();
  const all = [];
  for (const { ctx, input } of calls) {
    const scene = await loadVoucherCodeScene(ctx, input);
    const kept = await findKeptOutcome(ctx, operation);
    // the scene's voucher is already whole
    const seen = { ...scene, held: scene.voucher, kept };
    const refusal = refuseVoucherCode(seen, ctx.caller, input);
    const authorization = scene.needsAuthorization ? scene.authorization?.id : undefined;
    const subjects = [`voucher ${scene.voucher?.id}`];
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
function expectSeen(row: VoucherCodeSeen, { scene, kept }: Expected) {
  const { kept: seenKept, held: _, ...seen } = row;
  const time = expect.any(String);
  const secondsLeft = expect.any(Number);
  expect({ ...seen, voucher: heldVoucher(row) }).toEqual({
    ...scene,
    store: scene.store && { ...scene.store, time },
    guesses: scene.guesses && { ...scene.guesses, secondsLeft },
  });
  expect(seenKept).toEqual(kept);
}

async function compare(t: OpenHarness, facts: VoucherCodeWorldFacts, met: Set<string>) {
  const { expected } = await compareWithToday(t, {
    makeWorld: () => makeVoucherCodeWorld(t, facts),
    ...{ expectedFirst, expectSeen, verb: redeemVoucherCode, today: redeemToday },
  });

  for (const { isDone, isAble, refusal, scene, kept } of expected) {
    if (isDone) met.add(scene.voucher?.customerId === null ? "done, of nobody" : "done, held");
    if (isAble && !isDone) met.add("again");
    if (kept) met.add("kept");
    if (!refusal) continue;
    if (failureKinds[refusal.code] === "forbidden") met.add("forbidden");
    else if (/^(too_many_attempts|invalid_voucher)$/.test(refusal.code)) met.add(refusal.code);
    else met.add("refused");
  }
}

/** What the worlds have to show. Fewer of them run on the embedded database, which is slower. */
const all = [
  ...["again", "done, held", "done, of nobody", "forbidden", "invalid_voucher"],
  ...["kept", "refused", "too_many_attempts"],
] as const;

describe.each([
  ["PostgreSQL", () => createTestDatabase({ isPatient: true }), 60, all],
  [
    "the embedded database",
    () => createEmbeddedTestDatabase({ isPatient: true }),
    20,
    ["done, held"],
  ],
] as const)("rules and statement on %s", (_, open, numRuns, kinds) => {
  let t: OpenHarness;
  beforeAll(async () => {
    t = await openHarness<Awaited<ReturnType<typeof open>>>(open);
  });
  afterAll(() => t?.close());

  test("a call is done exactly if the rules have nothing against it, as today", async () => {
    const one = (facts: VoucherCodeWorldFacts, met: Set<string>) => compare(t, facts, met);
    expect(await runWorlds(voucherCodeWorlds, one, { numRuns, kinds })).toEqual([]);
  });
});
