import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Guesses } from "../../access/index.ts";
import { runAudit } from "../../audit/index.ts";
import type { CoreContext, Merchant } from "../../context.ts";
import { Failure } from "../../failures.ts";
import type { Redeemed } from "../../redeeming/index.ts";
import { alike } from "../alike.ts";
import { oneBatch } from "../one-batch.ts";
import type { OpenHarness } from "../open-harness.ts";
import type { Rows } from "../rows.ts";
import { type CommonInput, expectRedemptions, type Said } from "./expect-redemptions.ts";
import { type Call, type Judged, judgeFirst, type Looked, type Rules } from "./judge-first.ts";

type World<Input> = { readonly merchant: Merchant; readonly calls: readonly Call<Input>[] };
type Guessed = { readonly guesses?: Guesses | null };

/** The functions that compare the calls of one operation that redeems. */
export type Compared<Input, Seen extends Looked> = Rules<Input, Seen> & {
  /** Reads a world's rows. The returned function selects the data that the rules check for a call. */
  readonly read: (
    t: OpenHarness,
    merchant: Merchant,
  ) => Promise<(ctx: CoreContext, input: Input) => Seen>;
  readonly verb: (ctx: CoreContext, input: Input) => Promise<Redeemed>;
  /** Returns the column values that the rows of the call's redemption must have. */
  readonly said: (seen: Seen, input: Input) => Said;
};

/** A call, what the rules say about it, and its answer. `answer` is null if the call was refused. */
export type Outcome<Input, Seen> = Judged<Seen> & {
  readonly input: Input;
  readonly answer: Redeemed | null;
  /** The refusal's code, rule and field, or null. */
  readonly refused: string | null;
};

/**
 * Makes the same calls in two equal worlds: in batches in one, and one at a time in the other. Expects that:
 * - the first batch sees what `read` returns, and does what the rules say;
 * - answers, rows and counted guesses are the same in both worlds;
 * - the rows of each redemption contain what its call sent (`expectRedemptions`);
 * - the audit finds nothing.
 */
export async function compareWithAlone<Input extends CommonInput, Seen extends Looked & Guessed>(
  t: OpenHarness,
  makeWorld: () => Promise<World<Input>>,
  compared: Compared<Input, Seen>,
): Promise<readonly Outcome<Input, Seen>[]> {
  const { read, verb, said } = compared;
  const [together, alone] = [await makeWorld(), await makeWorld()];
  const { merchant, calls } = together;
  const see = await read(t, merchant);
  const judged = judgeFirst(calls, ({ ctx, input }) => see(ctx, input), compared);

  const { writing, end, batches, order } = oneBatch<Seen, unknown>(t, calls.length);
  const outcomes = await Promise.all(
    calls.map(({ ctx, input }) => outcomeOf(verb({ ...ctx, writing }, input)).finally(end)),
  );
  const first = batches[0] ?? [];
  expect(first.map(({ isDone }) => isDone)).toEqual(judged.map(({ isDone }) => isDone));
  for (const [n, row] of first.entries())
    if (!row.isDone) expect(row.seen).toEqual(withoutTime(judged[n]?.seen));

  for (const index of order()) {
    const call = alone.calls[index];
    if (!call) throw new Error("a call is missing");
    const outcome = await outcomeOf(verb(call.ctx, call.input));
    expect(alike(outcomes[index], merchant)).toEqual(alike(outcome, alone.merchant));
  }
  const rows = await t.rows(merchant);
  expect(await stateOf(t, merchant, rows)).toEqual(
    await stateOf(t, alone.merchant, await t.rows(alone.merchant)),
  );
  const answers = outcomes.map(({ answer }) => answer);
  expectRedemptions(rows, calls, judged, answers, said);
  for (const world of [together, alone])
    expect(await runAudit(t.db, world.merchant.id)).toEqual([]);
  return judged.flatMap((one, n) => {
    const [call, outcome] = [calls[n], outcomes[n]];
    return call && outcome ? [{ ...one, ...outcome, input: call.input }] : [];
  });
}

async function outcomeOf(call: Promise<Redeemed>) {
  try {
    return { answer: await call, refused: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, rule, field } = error.refusal;
    return { answer: null, refused: [code, rule, field].join(", ") };
  }
}

/** Replaces the values that change with the clock by matchers of any string or number. */
function withoutTime<Seen extends Looked & Guessed>(seen: Seen | undefined) {
  if (!seen) throw new Error("a call was not judged");
  const { store, guesses } = seen;
  return {
    ...seen,
    store: store && { ...store, time: expect.any(String) },
    ...(guesses && { guesses: { ...guesses, secondsLeft: expect.any(Number) } }),
  };
}

/** Returns the rows and the counted guesses. Their order does not depend on ids that operations reserve. */
async function stateOf(t: OpenHarness, merchant: Merchant, rows: Rows) {
  const tables = [...rows].map(([table, byKey]) => [
    table,
    [...byKey.values()]
      .map((row) => JSON.stringify(alike(table === "refusals" ? recorded(row) : row, merchant)))
      .sort(),
  ]);
  const { subject, count, merchantId } = schema.attemptCounters;
  const guesses = await t.db
    .select({ subject, count })
    .from(schema.attemptCounters)
    .where(eq(merchantId, merchant.id))
    .orderBy(subject);
  return [...tables, guesses];
}

/**
 * Returns the row of a refusal without the texts that may contain the time. Renames `code`, because `alike`
 * would replace it.
 */
function recorded({ code, message, expected, found, ...row }: Readonly<Record<string, unknown>>) {
  return { ...row, refusal: code };
}
