import { type Db, type IdKind, inTransaction } from "@stampbook/db";
import type { CoreContext } from "../context.ts";
import { Failure, tooBusy } from "../failures.ts";
import { unlessLost } from "../retries/index.ts";
import { explainLock } from "./again.ts";
import { type IdStock, IdsMissing, stockIds } from "./id-stock.ts";
import { DEADLINE_MS, pause } from "./trying.ts";
import type { Writing } from "./types.ts";

type Options = {
  /** How many ids of each kind the work needs. If they are too few, the work begins again with more. */
  readonly ids?: { readonly [Kind in IdKind]?: number };
  /**
   * Whether the database error means that a parallel call has just written the same unique value. If so, the
   * work begins again.
   */
  readonly isRace?: (error: unknown) => boolean;
  /** The operation under which the work writes the idempotency key of `ctx`. Absent if it writes none. */
  readonly operation?: string;
};

/**
 * Runs `work` in one transaction: either all operations that `work` calls take effect, or none. `work` must
 * pass them the context that it receives, which has no idempotency key. Each statement is then sent alone and
 * waits for locks. The work begins again after a deadlock or a serialization failure. A refusal that the work
 * throws rolls everything back. The refusal is then recorded, if its operation records refusals, and thrown.
 * Throws `overloaded` after 10 seconds, `idempotency_key_in_use`, and errors of the database. If another
 * transaction holds a row of the work for too long, that is `idempotency_key_in_use` only if it is writing the
 * key of `operation`.
 */
export async function inOneTransaction<Result>(
  ctx: CoreContext,
  work: (ctx: CoreContext) => Promise<Result>,
  { ids = {}, isRace = () => false, operation }: Options = {},
): Promise<Result> {
  const until = performance.now() + DEADLINE_MS;
  const stock = await stockIds(ctx, ids);
  while (performance.now() < until) {
    const records: Record[] = [];
    try {
      const done = await unlessLost(tryOnce(ctx, work, stock, records));
      if (done) return done.result;
      await pause();
    } catch (error) {
      if (error instanceof Failure) for (const record of records) await record(ctx);
      if (error instanceof IdsMissing) await stock.add(error);
      else if (!isRace(error)) return explainLock(ctx, operation, error);
    }
  }
  throw new Failure(tooBusy);
}

type Record = (ctx: CoreContext) => Promise<void>;

/** Wraps the database error that rolled the transaction back. Operations do not retry after this error. */
class Lost extends Error {
  constructor(cause: unknown) {
    super("The transaction was rolled back.", { cause });
  }
}

async function tryOnce<Result>(
  { idempotency: _, ...ctx }: CoreContext,
  work: (ctx: CoreContext) => Promise<Result>,
  stock: IdStock,
  records: Record[],
): Promise<{ readonly result: Result }> {
  try {
    return await inTransaction(ctx.db, async (tx) => ({
      result: await work({
        ...{ ...ctx, db: tx, ids: stock.open(), writing: writingIn(tx) },
        afterRefusal: (record) => {
          records.push(record);
        },
      }),
    }));
  } catch (error) {
    throw error instanceof Lost ? error.cause : error;
  }
}

/** Returns a `Writing` that sends each call at once, in the transaction. */
function writingIn(tx: Db): Writing {
  return {
    write: async ({ statement }, call, { place }) => {
      const rows = await statement.run(tx, place, [call], "wait").catch((error) => {
        throw new Lost(error);
      });
      const [row] = rows;
      if (!row) throw new TypeError("a statement returns a row for each call");
      return row;
    },
    waitedMs: () => 0,
  };
}
