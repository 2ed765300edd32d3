import { json, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, type Refusal, tooBusy } from "../../../foundation/failures.ts";
import { judging } from "../../../machinery/kernel/index.ts";
import { computeReturn } from "./compute-return.ts";
import type { NamedReturn } from "./name-return.ts";
import * as returned from "./returned.sql.ts";

const judged = judging({
  sees: returned.seesWith(sql`greatest(0, c.comes_back - ms.stamps_owed)`),
  /** The stamps that canceled redemptions give back before the return takes some. */
  call: { comesBack: "bigint" },
  lists: { refused: returned.checks, short: [returned.isLeft] },
});

const answer = judged.docWith({ returned: json(returned.returnedBy("b")) });
type Seen = typeof answer extends SQL<infer Answer> ? Answer : never;

const load = statement<Seen>(
  "judge_return",
  judged.arms,
  sql`(select ${answer} from seen b cross join calls c)`,
);

/**
 * Returns what a return would do now, by the checks of the return, and the refusal for too few stamps, or null.
 * If it is recorded already, returns what it did. `comesBack` are stamps that come back before. Throws the other
 * refusals. Staff need not give a reason yet. Writes nothing.
 */
export async function judgeReturn(ctx: CoreContext, named: NamedReturn, comesBack = 0) {
  const { caller, clockOffsetMs: offsetMs } = ctx;
  const at = { merchantId: caller.merchant.id, offsetMs };
  let call: Parameters<typeof judged.valuesOf>[0] = {
    ...{ ...named, levelChange: 0, modification: 0, comesBack },
  };
  // a sale that changes meanwhile is computed again
  for (let tries = 0; tries < 10; tries++) {
    const seen = await run(ctx.db, load, { ...judged.valuesOf(call), ...at });
    const refusal = judged.refuse("refused", { seen, call, caller });
    if (refusal) throw new Failure(refusal);
    if (seen.isSame && seen.recorded)
      return { ...seen, returned: seen.recorded.outcome, short: null };
    const computed = await computeReturn(ctx, call, seen);
    if (!computed) return { ...seen, short: judged.refuse("short", { seen, call, caller }) };
    call = computed;
  }
  throw new Failure(tooBusy);
}

export type Judged = Awaited<ReturnType<typeof judgeReturn>> & { readonly short: Refusal | null };
