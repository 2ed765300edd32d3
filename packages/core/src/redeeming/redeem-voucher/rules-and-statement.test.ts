import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Failure, failureKinds } from "../../failures.ts";
import { redeemVoucher as redeemToday } from "../../redemptions/index.ts";
import { loadVoucherScene } from "../../redemptions/voucher.store.ts";
import { findKeptOutcome } from "../../retries/keys.store.ts";
import { type OpenHarness, openHarness } from "../../testing/index.ts";
import { makeVoucherWorld, type WorldCall } from "../../testing/make-voucher-world.ts";
import { type VoucherWorldFacts, voucherWorlds } from "../../testing/voucher-worlds.ts";
import type { Row, Writing } from "../../writing/index.ts";
import { redeemVoucher } from "../index.ts";
import {
  heldVoucher,
  refuseVoucher,
  type VoucherDone,
  type VoucherSeen,
} from "./redeem-voucher.rules.ts";
import { operation, type VoucherCall } from "./redeem-voucher.sql.ts";

type SeenRow = Row<VoucherSeen, VoucherDone>;

/** Sends all calls that have not ended in one statement, in the order in which they were made. */
function together(t: OpenHarness, count: number) {
  let open = count;
  let pending: { call: VoucherCall; send: (run: SeenRow) => void; fail: (e: unknown) => void }[] =
    [];
  const batches: (readonly SeenRow[])[] = [];
  /** By the call's redemption: when it ended. Of a batch the refused calls come before those done. */
  const ends = new Map<number, number>();
  let statement: ((calls: VoucherCall[]) => Promise<readonly SeenRow[]>) | undefined;
  const flush = async () => {
    if (!pending.length || pending.length < open) return;
    const batch = pending.sort((one, other) => one.call.redemption - other.call.redemption);
    pending = [];
    try {
      const rows = (await statement?.(batch.map(({ call }) => call))) ?? [];
      batches.push(rows);
      for (const [n, { call, send }] of batch.entries()) {
        const row = rows[n];
        if (!row) throw new Error("a call has no row");
        ends.set(call.redemption, batches.length * 2 + (row.isDone ? 1 : 0));
        send(row);
      }
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  };
  const writing: Writing = {
    write: (of, call, { place }) =>
      new Promise((send, fail) => {
        statement ??= (calls) => of.statement.run(t.db, place, calls as never, "skip") as never;
        pending.push({ call: call as never, send: send as never, fail });
        void flush();
      }),
  };
  const end = () => {
    open--;
    void flush();
  };
  /** The calls by index, in an order in which they could have gone one after the other. */
  const order = () => {
    const times = [...ends].sort(([one], [other]) => one - other).map(([, time]) => time);
    const time = (index: number) => times[index] ?? 0;
    return [...times.keys()].sort((one, other) => time(one) - time(other) || one - other);
  };
  return { writing, end, batches, order };
}

/** What two that are alike have in common: no ids, names and moments. */
function alike(value: unknown): unknown {
  const own =
    /^(id|.*Id|code|name|email|memberId|referralCode|redeemedAt|createdOn|createdAt|outcome)$/;
  return JSON.parse(
    JSON.stringify(value, (key, part) => (own.test(key) && key !== "requestId" ? undefined : part)),
  );
}

/** The answer of a call, or its refusal. */
async function answerOf(call: Promise<object>): Promise<unknown> {
  try {
    return alike(await call);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, rule, field } = error.refusal;
    return { code, rule, field };
  }
}

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

/** Runs equal calls in two equal worlds, by this statement in batches and by today's path. */
async function compare(t: OpenHarness, facts: VoucherWorldFacts, met: Set<string>) {
  const [world, today] = [await makeVoucherWorld(t, facts), await makeVoucherWorld(t, facts)];
  const expected = await expectedFirst(world.calls);
  const before = await t.rows(world.merchant);
  const todayBefore = await t.rows(today.merchant);

  const { writing, end, batches, order } = together(t, world.calls.length);
  const answers: unknown[] = await Promise.all(
    world.calls.map(({ ctx, input }) =>
      answerOf(redeemVoucher({ ...ctx, writing }, input)).finally(end),
    ),
  );
  const first = batches[0] ?? [];
  expect(first.map(({ isDone }) => isDone)).toEqual(expected.map(({ isDone }) => isDone));
  for (const [n, { scene, kept }] of expected.entries()) {
    const row = first[n];
    if (!row || row.isDone) continue;
    const { kept: seenKept, held: _, ...seen } = row.seen;
    const time = expect.any(String);
    expect({ ...seen, voucher: heldVoucher(row.seen) }).toEqual({
      ...scene,
      store: scene.store && { ...scene.store, time },
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

  for (const { isDone, isAble, refusal, kept } of expected) {
    if (isDone) met.add("done");
    if (isAble && !isDone) met.add("again");
    if (kept) met.add("kept");
    if (refusal) met.add(failureKinds[refusal.code] === "forbidden" ? "forbidden" : "refused");
  }
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
      fc.asyncProperty(voucherWorlds, (facts) => compare(t, facts, met)),
      { numRuns },
    );
    expect([...met].sort()).toEqual(["again", "done", "forbidden", "kept", "refused"]);
  });
});
