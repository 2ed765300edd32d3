import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { CoreContext, Merchant } from "../../context.ts";
import { alike, answerOf, oneBatch } from "../one-batch.ts";
import type { OpenHarness } from "../open-harness.ts";

type Call<Input> = { readonly ctx: CoreContext; readonly input: Input };
type Verb<Input> = (ctx: CoreContext, input: Input) => Promise<object>;

/** An operation whose batched statement is compared with the verb that it replaces. */
export type Comparison<Input, Seen, Expected extends { readonly isDone: boolean }> = {
  /** Makes a world. The worlds that it makes differ only in ids and names. */
  readonly makeWorld: () => Promise<{
    readonly merchant: Merchant;
    readonly calls: readonly Call<Input>[];
  }>;
  /** What the rules say about each call of a first batch. */
  readonly expectedFirst: (calls: readonly Call<Input>[]) => Promise<readonly Expected[]>;
  /** Expects that the statement saw, for a call that it did not do, what the rules looked at. */
  readonly expectSeen: (seen: Seen, expected: Expected) => void;
  readonly verb: Verb<Input>;
  /** As in `oneBatch`. */
  readonly idOf?: (call: never) => number;
  readonly today: Verb<Input>;
};

/** What the rules said about each call, and its answer as `alike` has it. */
export type Compared<Input, Expected> = {
  readonly calls: readonly Call<Input>[];
  readonly expected: readonly Expected[];
  readonly answers: readonly unknown[];
};

/**
 * Makes equal calls in two equal worlds: all at once by the statement, in batches, and one after the
 * other by today's verb. Expects that the first batch does what the rules say, and equal answers, rows
 * and counted guesses.
 */
export async function compareWithToday<Input, Seen, Expected extends { readonly isDone: boolean }>(
  t: OpenHarness,
  { makeWorld, expectedFirst, expectSeen, verb, idOf, today }: Comparison<Input, Seen, Expected>,
): Promise<Compared<Input, Expected>> {
  const [batched, single] = [await makeWorld(), await makeWorld()];
  const { calls } = batched;
  const expected = await expectedFirst(calls);
  const before = [await t.rows(batched.merchant), await t.rows(single.merchant)] as const;

  const { writing, end, batches, order } = oneBatch<Seen, unknown>(t, calls.length, idOf);
  const answers: unknown[] = await Promise.all(
    calls.map(({ ctx, input }) => answerOf(verb({ ...ctx, writing }, input)).finally(end)),
  );
  const first = batches[0] ?? [];
  expect(first.map(({ isDone }) => isDone)).toEqual(expected.map(({ isDone }) => isDone));
  for (const [n, one] of expected.entries()) {
    const row = first[n];
    if (row && !row.isDone) expectSeen(row.seen, one);
  }

  for (const index of order()) {
    const call = single.calls[index];
    if (!call) throw new Error("a call is missing");
    expect(answers[index]).toEqual(await answerOf(today(call.ctx, call.input)));
  }
  expect(await written(t, batched.merchant, before[0])).toEqual(
    await written(t, single.merchant, before[1]),
  );
  return { calls, expected, answers };
}

/** What was written since then, and the counted guesses, in an order that does not depend on ids. */
async function written(
  t: OpenHarness,
  merchant: Merchant,
  since: Awaited<ReturnType<OpenHarness["rows"]>>,
) {
  const rows = Object.entries(await t.written(merchant, since)).map(([table, rows]) => [
    table,
    rows
      .map((row) => (table === "refusals" ? `${row.code} ${row.rule}` : alike(row)))
      .map((row) => JSON.stringify(row))
      .sort(),
  ]);
  const { subject, count, merchantId } = schema.attemptCounters;
  const guesses = await t.db
    .select({ subject, count })
    .from(schema.attemptCounters)
    .where(eq(merchantId, merchant.id))
    .orderBy(subject);
  return [...rows, guesses];
}
