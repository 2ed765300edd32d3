import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { CallerGone } from "../pool/refusals.ts";
import { type Reader, run, setReader, statement } from "../statements/statement.ts";
import { inTransaction } from "../statements/transaction.ts";
import type { ConnectOptions, Db, OpenDb } from "../types.ts";

/** How long a read waits for a standby that has not yet applied the last changes, until it runs on the primary. */
const BEHIND_MS = 100;
const ASK_AGAIN_MS = 10;
/** How long the standby may take, with connecting, until a read begins there. */
const PATIENCE_MS = 1_000;
/** How long the primary runs all reads after a standby was behind, or failed. */
const SKIP_MS = { behind: 1_000, away: 5_000 };

/**
 * Where the primary's log ends, and which cluster it is; a standby has the same `system`. The end includes what is
 * not flushed yet, because with `synchronous_commit = off` that was committed too.
 */
type Position = { readonly system: string; readonly lsn: string };

const position = statement<Position>(
  "log_position",
  {},
  sql`(select json_build_object('system', system_identifier::text,
    'lsn', pg_current_wal_insert_lsn()::text) from pg_control_system())`,
);

const reached = statement<{ isStandby: boolean; system: string; hasReached: boolean }, Position>(
  "log_position_reached",
  {},
  sql`(select json_build_object('isStandby', pg_is_in_recovery(), 'system', system_identifier::text,
    'hasReached', coalesce(pg_last_wal_replay_lsn() >= ${sql.placeholder("lsn")}::pg_lsn, false))
    from pg_control_system())`,
);

class Behind extends Error {
  override readonly message = "It has not yet applied the last changes.";
}

/**
 * Makes `run` send the heavy reads of an open database to its standby. A read sees all that was committed before
 * it began: if the standby has not applied that in time, or does not answer, the primary runs the read.
 */
export function withStandby(
  open: OpenDb,
  openStandby: () => Promise<OpenDb>,
  note: NonNullable<ConnectOptions["onStandbyRead"]>,
): OpenDb {
  let opening: Promise<OpenDb> | undefined;
  let skipUntil = 0;

  function standby(): Promise<OpenDb> {
    opening ??= openStandby().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  function giveUp(outcome: "behind" | "away", error: unknown) {
    skipUntil = performance.now() + SKIP_MS[outcome];
    note({ outcome, reason: error instanceof Error ? error.message : String(error) });
    return null;
  }

  const read: Reader = async (definition, values) => {
    if (performance.now() < skipUntil) return null;
    const wanted = await run(open.db, position, {});
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error("It does not answer.")), PATIENCE_MS);
    const tooLate = new Promise<never>((_, reject) => {
      late.signal.addEventListener("abort", () => reject(late.signal.reason));
    });
    const reading = standby().then(({ db }) =>
      inTransaction(db, async (tx) => {
        await catchUp(tx, wanted, BEHIND_MS);
        late.signal.throwIfAborted();
        clearTimeout(timer);
        return run(tx, definition, values);
      }),
    );
    try {
      const document = await Promise.race([reading, tooLate]);
      note({ outcome: "read" });
      return { document };
    } catch (error) {
      if (error instanceof CallerGone) throw error;
      return giveUp(error instanceof Behind ? "behind" : "away", error);
    } finally {
      clearTimeout(timer);
    }
  };
  setReader(open.db, read);

  const close = async () => {
    const opened = await opening?.catch(() => undefined);
    await Promise.all([open.close(), opened?.close()]);
  };
  return { ...open, close };
}

/** Waits until a standby has applied the primary's log up to a position. Throws `Behind` if that takes too long. */
async function catchUp(tx: Db, wanted: Position, patienceMs: number) {
  for (const until = performance.now() + patienceMs; ; await pause(ASK_AGAIN_MS)) {
    const found = await run(tx, reached, wanted);
    if (!found.isStandby || found.system !== wanted.system)
      throw new Error("It is no streaming standby of the server in DATABASE_URL.");
    if (found.hasReached) return;
    if (performance.now() >= until) throw new Behind();
  }
}

/** Says why a server cannot run heavy reads of the primary now, or null if it can. Waits a second. Never rejects. */
export async function problemOfStandby(primary: Db, standby: Db): Promise<string | null> {
  try {
    await catchUp(standby, await run(primary, position, {}), PATIENCE_MS);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
