import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { runAudit } from "../../foundation/audit/index.ts";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { alike } from "../alike.ts";
import { type NumberOf, oneBatch } from "../one-batch.ts";
import type { OpenHarness } from "../open-harness.ts";

type Call<Input> = { readonly ctx: CoreContext; readonly input: Input };
type IsExpected = { readonly isDone: boolean };
type Verb<Input> = (ctx: CoreContext, input: Input) => Promise<object>;

/** An operation whose calls are compared: together in batches, and each alone. */
export type Comparison<Input, Seen, Expected extends IsExpected> = {
  /**
   * Makes a world: a merchant with rows, and calls to make there. The worlds differ only in ids and names.
   */
  readonly makeWorld: () => Promise<{
    readonly merchant: Merchant;
    readonly calls: readonly Call<Input>[];
  }>;
  /** Predicts, by the rules alone, whether the first batch does each call. */
  readonly expectedFirst: (calls: readonly Call<Input>[]) => Promise<readonly Expected[]>;
  /** For a call that was not done: expects that the statement read the same data as the rules. */
  readonly expectSeen: (seen: Seen, expected: Expected) => void;
  readonly verb: Verb<Input>;
  /** The number by which `oneBatch` sorts a call. By default the id of the call's redemption. */
  readonly numberOf?: NumberOf;
  /** Rows to compare that `written` leaves out. */
  readonly readMore?: (merchant: Merchant) => Promise<readonly object[]>;
};

/** The calls, the prediction for each, and its answer or refusal, rewritten by `alike`. */
export type Compared<Input, Expected> = {
  readonly calls: readonly Call<Input>[];
  readonly expected: readonly Expected[];
  readonly answers: readonly unknown[];
};

/**
 * Makes the same calls in two equal worlds: in batches in one, and one at a time in the other. Expects that:
 * - the first batch does what the rules predict;
 * - answers, rows, counted guesses and budgets are the same in both worlds;
 * - the audit finds nothing.
 */
export async function compareCalls<Input, Seen, Expected extends IsExpected>(
  t: OpenHarness,
  comparison: Comparison<Input, Seen, Expected>,
): Promise<Compared<Input, Expected>> {
  const { makeWorld, expectedFirst, expectSeen, verb, numberOf, readMore } = comparison;
  const [together, alone] = [await makeWorld(), await makeWorld()];
  const { calls, merchant } = together;
  const expected = await expectedFirst(calls);
  const before = [await t.rows(merchant), await t.rows(alone.merchant)] as const;

  const { writing, end, batches, order } = oneBatch<Seen, unknown>(t, calls.length, numberOf);
  const answers: unknown[] = await Promise.all(
    calls.map(({ ctx, input }) =>
      answerOf(verb({ ...ctx, writing }, input), merchant).finally(end),
    ),
  );
  const [first = []] = batches;
  expect(first.map(({ isDone }) => isDone)).toEqual(expected.map(({ isDone }) => isDone));
  for (const [n, one] of expected.entries()) {
    const row = first[n];
    if (row && !row.isDone) expectSeen(row.seen, one);
  }

  for (const index of order()) {
    const call = alone.calls[index];
    if (!call) throw new Error("a call is missing");
    const answer = await answerOf(verb(call.ctx, call.input), alone.merchant);
    expect(answers[index]).toEqual(answer);
  }
  expect(await written(t, merchant, before[0])).toEqual(
    await written(t, alone.merchant, before[1]),
  );
  const more = async (merchant: Merchant) => sorted((await readMore?.(merchant)) ?? [], merchant);
  expect(await more(merchant)).toEqual(await more(alone.merchant));
  for (const world of [together, alone])
    expect(await runAudit(t.db, world.merchant.id)).toEqual([]);
  return { calls, expected, answers };
}

/** Returns the answer of a call, rewritten by `alike`, or the refusal's code, rule and field. */
async function answerOf(call: Promise<object>, merchant: Merchant): Promise<unknown> {
  try {
    return alike(await call, merchant);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, rule, field } = error.refusal;
    return { code, rule, field };
  }
}

/**
 * Returns the rows written after `since`, the counted guesses and the budgets, sorted independently of ids.
 */
async function written(
  t: OpenHarness,
  merchant: Merchant,
  since: Awaited<ReturnType<OpenHarness["rows"]>>,
) {
  const rows = Object.entries(await t.written(merchant, since)).map(([table, rows]) => [
    table,
    sorted(table === "refusals" ? rows.map(({ code, rule }) => `${code} ${rule}`) : rows, merchant),
  ]);
  const { subject, count, merchantId } = schema.attemptCounters;
  const guesses = await t.db
    .select({ subject, count })
    .from(schema.attemptCounters)
    .where(eq(merchantId, merchant.id))
    .orderBy(subject);
  const { budget, spent, most } = schema.budgets;
  const budgets = await t.db
    .select({ budget, spent, most })
    .from(schema.budgets)
    .where(eq(schema.budgets.merchantId, merchant.id))
    .orderBy(budget, spent);
  return [...rows, guesses, budgets];
}

/** Rewrites rows by `alike`, and sorts the results as texts, so that ids do not affect the order. */
function sorted(rows: readonly unknown[], merchant: Merchant): readonly string[] {
  return rows.map((row) => JSON.stringify(alike(row, merchant))).sort();
}
