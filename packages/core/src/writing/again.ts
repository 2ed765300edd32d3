import type { CoreContext } from "../context.ts";
import { Failure, failureKinds, type Refusal, tooBusy } from "../failures.ts";
import { type KeptOutcome, keyInUse, keyReused, unlessLost } from "../retries/index.ts";
import { isKeyBeingWritten, isLockTimeout } from "./key.sql.ts";
import type { Operation } from "./types.ts";

/** How long a call is tried, in milliseconds. */
const DEADLINE_MS = 10_000;

/** Before a call goes again, in milliseconds: the row that it skipped is another statement's. */
const PAUSE_MS = 5;

/** From this try on a call goes alone and waits for locks. */
const WAITING_TRY = 3;

/** What a statement always tells: the outcome under the call's key. */
type Kept = { readonly kept: KeptOutcome | null };

/** A call, and how its rules judge what was seen. */
export type Attempt<Call, Seen extends Kept, Done> = {
  readonly operation: Operation<Call, Seen, Done>;
  readonly call: Call;
  /** Why not, or null if the rules have nothing against it. */
  readonly refuse: (seen: Seen) => Refusal | null;
  /** Keeps a refusal for staff. */
  readonly record: (seen: Seen, refusal: Refusal) => Promise<void>;
};

/**
 * Writes a call and returns what was done, or what an earlier call with its key did. If nothing was
 * done and the rules have nothing against it, another call was faster or holds a lock: it goes again.
 * Throws the rules' refusal, `idempotency_key_reused`, `idempotency_key_in_use`, and `overloaded` after
 * 10 seconds.
 */
export async function again<Call, Seen extends Kept, Done>(
  ctx: CoreContext,
  { operation, call, refuse, record }: Attempt<Call, Seen, Done>,
): Promise<Done> {
  const place = { merchantId: ctx.caller.merchant.id, offsetMs: ctx.clockOffsetMs };
  const until = performance.now() + DEADLINE_MS;
  for (let tries = 1; performance.now() < until; tries++) {
    if (tries > 1) await pause();
    const waits = tries >= WAITING_TRY;
    const key = ctx.idempotency?.key ?? null;
    const writing = ctx.writing.write(operation, call, { place, until, waits, key });
    const row = await unlessLost(writing).catch((error) => explainLock(ctx, operation.name, error));
    if (row === null) continue;
    if (row.isDone) return row.done;
    const refusal = refuse(row.seen);
    const isForbidden = refusal !== null && failureKinds[refusal.code] === "forbidden";
    if (row.seen.kept && !isForbidden) return replay<Done>(ctx, row.seen.kept);
    if (refusal) {
      await record(row.seen, refusal);
      throw new Failure(refusal);
    }
  }
  throw new Failure(tooBusy);
}

/** Who holds the lock may be the first call with the key. */
async function explainLock(
  { db, caller, idempotency }: CoreContext,
  operation: string,
  error: unknown,
): Promise<never> {
  const target = { merchantId: caller.merchant.id, operation, key: idempotency?.key ?? "" };
  if (idempotency && isLockTimeout(error) && (await isKeyBeingWritten(db, target)))
    throw new Failure(keyInUse);
  throw error;
}

function replay<Done>({ idempotency }: CoreContext, kept: KeptOutcome): Done {
  if (!idempotency?.isSame(kept.fingerprint)) throw new Failure(keyReused);
  idempotency.onReplay();
  return kept.outcome as Done;
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
