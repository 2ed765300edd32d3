import { schema } from "@stampbook/db";
import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Merchant } from "../../context.ts";
import { failureKinds } from "../../failures.ts";
import { loadPromoCodeScene } from "../../redemptions/promo-code.store.ts";
import { redeemPromoCode as redeemToday } from "../../redemptions/redeem-promo-code.ts";
import { findKeptOutcome } from "../../retries/keys.store.ts";
import { alike, answerOf, type OpenHarness, oneBatch, openHarness } from "../../testing/index.ts";
import {
  makePromoCodeWorld,
  type PromoCodeWorldCall,
} from "../../testing/worlds/make-promo-code-world.ts";
import {
  type PromoCodeWorldFacts,
  promoCodeWorlds,
} from "../../testing/worlds/promo-code-worlds.ts";
import { redeemPromoCode } from "../index.ts";
import {
  type PromoCodeDone,
  type PromoCodeSeen,
  refusePromoCode,
} from "./redeem-promo-code.rules.ts";
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

/** Runs equal calls in two equal worlds, by this statement in batches and by today's path. */
async function compare(t: OpenHarness, facts: PromoCodeWorldFacts, met: Set<string>) {
  const [world, today] = [await makePromoCodeWorld(t, facts), await makePromoCodeWorld(t, facts)];
  const expected = await expectedFirst(world.calls);
  const before = await t.rows(world.merchant);
  const todayBefore = await t.rows(today.merchant);

  const { writing, end, batches, order } = oneBatch<PromoCodeSeen, PromoCodeDone>(
    t,
    world.calls.length,
  );
  const answers: unknown[] = await Promise.all(
    world.calls.map(({ ctx, input }) =>
      answerOf(redeemPromoCode({ ...ctx, writing }, input)).finally(end),
    ),
  );
  const first = batches[0] ?? [];
  expect(first.map(({ isDone }) => isDone)).toEqual(expected.map(({ isDone }) => isDone));
  for (const [n, { seen }] of expected.entries()) {
    const row = first[n];
    if (!row || row.isDone) continue;
    expect(row.seen).toEqual({
      ...seen,
      store: seen.store && { ...seen.store, time: expect.any(String) },
      guesses: seen.guesses && { ...seen.guesses, secondsLeft: expect.any(Number) },
    });
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
  expect(await guessesOf(t, world.merchant)).toEqual(await guessesOf(t, today.merchant));

  for (const { isDone, isAble, isFirst, refusal, seen } of expected) {
    if (isDone) met.add("done");
    if (isAble && !isFirst) met.add("again");
    if (isFirst && !isDone) met.add("no use left");
    if (seen.kept) met.add("kept");
    if (refusal) met.add(failureKinds[refusal.code] === "forbidden" ? "forbidden" : refusal.code);
  }
}

/** Counted guesses by caller. */
async function guessesOf(t: OpenHarness, { id }: Merchant) {
  const { attemptCounters } = schema;
  const { subject, count } = attemptCounters;
  return t.db
    .select({ subject, count })
    .from(attemptCounters)
    .where(eq(attemptCounters.merchantId, id))
    .orderBy(subject);
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
      fc.asyncProperty(promoCodeWorlds, (facts) => compare(t, facts, met)),
      { numRuns },
    );
    expect([...met]).toEqual(
      expect.arrayContaining([
        ...["again", "done", "forbidden", "kept", "no use left"],
        ...["invalid_promo_code", "promo_code_not_available", "promo_code_limit_reached"],
        ...["authorization_required", "membership_blocked", "too_many_attempts"],
      ]),
    );
  });
});
