import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureKinds } from "../../failures.ts";
import { loadPromoCodeScene } from "../../redemptions/promo-code.store.ts";
import { redeemPromoCode as redeemToday } from "../../redemptions/redeem-promo-code.ts";
import { findKeptOutcome } from "../../retries/keys.store.ts";
import { type OpenHarness, openHarness } from "../../testing/index.ts";
import { compareWithToday } from "../../testing/worlds/compare-with-today.ts";
import {
  makePromoCodeWorld,
  type PromoCodeWorldCall,
} from "../../testing/worlds/make-promo-code-world.ts";
import {
  type PromoCodeWorldFacts,
  promoCodeWorlds,
} from "../../testing/worlds/promo-code-worlds.ts";
import { runWorlds } from "../../testing/worlds/run-worlds.ts";
import { redeemPromoCode } from "../index.ts";
import { type PromoCodeSeen, refusePromoCode } from "./redeem-promo-code.rules.ts";
import { operation } from "./redeem-promo-code.sql.ts";

/** Which of the calls a first batch has to do, by today's look-ups and the rules. */
async function expectedFirst(calls: readonly PromoCodeWorldCall[]) {
  const taken = new Set<string>();
  const uses = new Map<number, number>();
  const all = [];
  for (const { ctx, input } of calls) {
    const { promo: promoCode, ...scene } = await loadPromoCodeScene(ctx, input);
    const kept = await findKeptOutcome(ctx, operation);
    const seen: PromoCodeSeen = { ...scene, promoCode, kept };
    const refusal = refusePromoCode(seen, ctx.caller, input);
    const authorization = scene.needsAuthorization ? scene.authorization?.id : undefined;
    const subjects = [`promo code ${promoCode?.id} of ${scene.customer?.id}`];
    if (authorization !== undefined) subjects.push(`authorization ${authorization}`);
    if (ctx.idempotency) subjects.push(`key ${ctx.idempotency.key}`);
    const isAble = refusal === null && kept === null;
    const isFirst = isAble && !subjects.some((subject) => taken.has(subject));
    if (isAble) for (const subject of subjects) taken.add(subject);
    const place = (uses.get(promoCode?.id ?? 0) ?? 0) + 1;
    if (isFirst) uses.set(promoCode?.id ?? 0, place);
    const left = (promoCode?.maxUses ?? Number.POSITIVE_INFINITY) - (promoCode?.uses ?? 0);
    all.push({ isDone: isFirst && place <= left, isAble, isFirst, refusal, seen });
  }
  return all;
}

type Expected = Awaited<ReturnType<typeof expectedFirst>>[number];

/** Expects that the statement saw what the rules looked at. */
function expectSeen(row: PromoCodeSeen, { seen }: Expected) {
  expect(row).toEqual({
    ...seen,
    store: seen.store && { ...seen.store, time: expect.any(String) },
    guesses: seen.guesses && { ...seen.guesses, secondsLeft: expect.any(Number) },
  });
}

async function compare(t: OpenHarness, facts: PromoCodeWorldFacts, met: Set<string>) {
  const { expected } = await compareWithToday(t, {
    makeWorld: () => makePromoCodeWorld(t, facts),
    ...{ expectedFirst, expectSeen, verb: redeemPromoCode, today: redeemToday },
  });

  for (const { isDone, isAble, isFirst, refusal, seen } of expected) {
    if (isDone) met.add("done");
    if (isAble && !isFirst) met.add("again");
    if (isFirst && !isDone) met.add("no use left");
    if (seen.kept) met.add("kept");
    if (refusal) met.add(failureKinds[refusal.code] === "forbidden" ? "forbidden" : refusal.code);
  }
}

/** What the worlds have to show. Fewer of them run on the embedded database, which is slower. */
const all = [
  ...["again", "done", "forbidden", "kept", "no use left"],
  ...["invalid_promo_code", "promo_code_not_available", "promo_code_limit_reached"],
  ...["authorization_required", "membership_blocked", "too_many_attempts"],
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
    const one = (facts: PromoCodeWorldFacts, met: Set<string>) => compare(t, facts, met);
    expect(await runWorlds(promoCodeWorlds, one, { numRuns, kinds })).toEqual([]);
  });
});
