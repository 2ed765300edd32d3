import { runAudit } from "@stampbook/core/audit";
import type { CoreContext, Merchant } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { createHarness, type Harness, type OpenHarness, type Rows } from "@stampbook/core/testing";
import { connect } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { type Cut, type Save, startProxy } from "./proxy.ts";

/** An operation that writes one row of a table, and is safe to repeat with an idempotency key. */
export type Repeatable = {
  readonly name: string;
  /** The table of that row. Default: `redemptions`. */
  readonly changes?: "redemptions" | "transactions" | "stampAwards" | "stampDeductions";
  /** What saves the effect: a statement, or the commit of a transaction. Default: a statement. */
  readonly save?: Save;
  readonly prepare: (harness: Harness) => Promise<{
    readonly merchant: Merchant;
    readonly call: (ctx: CoreContext) => Promise<unknown>;
  }>;
};

export type LostAnswers = {
  readonly times: number;
  readonly cut: Cut;
  /** Whether calls have an idempotency key. Default: true. Calls without a key are the control. */
  readonly withKey?: boolean;
};

export type LostAnswersReport = {
  readonly operation: string;
  readonly cut: Cut;
  /** Responses that never arrived. */
  readonly lost: number;
  /** Retries that got the first response, because the first call had taken effect. */
  readonly replayed: number;
  /** Faults: not exactly one effect, different responses, or findings of the audit. */
  readonly faults: readonly string[];
};

/**
 * Sends each call over a connection that is cut, then twice over another connection. Both repeats must return
 * the same response, and the three calls must have one effect.
 */
export async function loseAnswers(
  harness: OpenHarness,
  operation: Repeatable,
  { times, cut, withKey = true }: LostAnswers,
): Promise<LostAnswersReport> {
  const proxy = await startProxy(harness.open.url);
  const cutOff = await connect({ url: proxy.url }, { connections: 1 });
  const { deps } = createHarness(cutOff.db);
  const faults: string[] = [];
  let replayed = 0;
  try {
    for (let at = 1; at <= times; at++) {
      const { merchant, call } = await operation.prepare(harness);
      const before = await harness.rows(merchant);
      const keyed = () => {
        const ctx = harness.keyed(merchant, "k");
        return withKey ? ctx : { ...harness.as(merchant), replays: ctx.replays };
      };
      proxy.cutNextSave(cut, operation.save ?? "statement");
      const first = await answerOf(call({ ...keyed(), ...deps }));
      const second = keyed();
      const answers = [await answerOf(call(second)), await answerOf(call(keyed()))];
      replayed += second.replays();
      const found = [
        ...(first.startsWith("lost") ? [] : [`the first answer arrived: ${first}`]),
        ...(answers[0]?.startsWith("{") ? [] : [`the second call got ${answers[0]}`]),
        ...(answers[0] === answers[1] ? [] : [`unequal answers: ${answers.join(" and ")}`]),
        ...(await judgeEffects(harness, merchant, before, operation.changes)),
      ];
      faults.push(...found.map((fault) => `time ${at}: ${fault}`));
    }
    return { operation: operation.name, cut, lost: proxy.cuts(), replayed, faults };
  } finally {
    // reopens a cut connection, because the driver cannot close a cut one
    await cutOff.db.execute(sql`select 1`);
    await cutOff.close();
    await proxy.close();
  }
}

async function answerOf(call: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await call);
  } catch (error) {
    return error instanceof Failure ? `refused: ${error.code}` : `lost: ${String(error)}`;
  }
}

/** Describes the faults: not exactly one inserted or changed row of the table, and findings of the audit. */
async function judgeEffects(
  harness: OpenHarness,
  merchant: Merchant,
  before: Rows,
  changes: Repeatable["changes"] = "redemptions",
) {
  const effects = (await harness.written(merchant, before))[changes] ?? [];
  const broken = await runAudit(harness.db, merchant.id);
  return [
    ...(effects.length === 1 ? [] : [`${effects.length} effects`]),
    ...broken.map(({ invariant, detail }) => `the oracle: ${invariant}: ${detail}`),
  ];
}
