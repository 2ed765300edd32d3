import type { OpenContext } from "../context.ts";
import { Failure, failureKinds, type Refusal, tooBusy } from "../failures.ts";
import { type KeptOutcome, keyInUse, keyReused, unlessLost } from "../retries/index.ts";
import { isKeyBeingWritten, isLockTimeout } from "./key.sql.ts";
import { DEADLINE_MS, pause } from "./trying.ts";
import type { Operation } from "./types.ts";

/** From this try on a call is sent alone and waits for locks. */
const WAITING_TRY = 3;

/** What every statement reads: the stored outcome of the call's idempotency key. */
type Kept = { readonly kept: KeptOutcome | null };

/** A call, and functions that judge what its statement saw. */
export type Attempt<Call, Seen extends Kept, Done> = {
  readonly operation: Operation<Call, Seen, Done>;
  readonly call: Call;
  /**
   * Writes what the call must wait for, such as an expiry. Returns true if it wrote: the call is then sent
   * again at once.
   */
  readonly settle?: (seen: Seen) => Promise<boolean>;
  /**
   * Adds values that the call turns out to need, such as vouchers. The returned call is sent at once. Null if
   * there is nothing to add.
   */
  readonly complete?: (call: Call, seen: Seen) => Promise<Call | null>;
  /** Why the rules refuse the call, or null if they allow it. */
  readonly refuse: (seen: Seen) => Refusal | null;
  /** The outcome of an earlier call that did the same without a key, or null. */
  readonly repeat?: (seen: Seen) => Done | null;
  /** Whether a database error means that another call was faster. Then the call is sent again. */
  readonly isRace?: (error: unknown) => boolean;
  /** Records a refusal for staff, if the operation does so. */
  readonly record?: (seen: Seen, refusal: Refusal) => Promise<void>;
};

/**
 * Writes a call and returns its outcome, or the stored outcome of its idempotency key. If it was not done
 * although the rules allow it, another call was faster or holds a lock, and the call is sent again. Throws
 * the rules' refusal, `idempotency_key_reused`, `idempotency_key_in_use`, and `overloaded` after 10 seconds.
 */
export async function again<Call, Seen extends Kept, Done>(
  ctx: OpenContext,
  attempt: Attempt<Call, Seen, Done>,
): Promise<Done> {
  const { operation, complete, repeat, isRace } = attempt;
  const place = { merchantId: ctx.caller.merchant.id, offsetMs: ctx.clockOffsetMs };
  const until = performance.now() + DEADLINE_MS;
  const key = ctx.idempotency?.key ?? null;
  let { call } = attempt;
  let tries = 1;
  let isRetry = false;
  while (performance.now() < until) {
    const waits = tries >= WAITING_TRY;
    const writing = ctx.writing.write(operation, call, { place, until, waits, key, isRetry });
    isRetry = true;
    const row = await unlessLost(writing).catch((error) =>
      isRace?.(error) ? null : explainLock(ctx, operation.name, error),
    );
    if (row?.isDone) return row.done;
    if (row && (await attempt.settle?.(row.seen))) continue;
    const kept = row && (await findKept(attempt, row.seen));
    if (kept) return replay<Done>(ctx, kept);
    const repeated = row && repeat?.(row.seen);
    if (repeated) {
      ctx.onReplay?.();
      return repeated;
    }
    const completed = row && (await complete?.(call, row.seen));
    if (completed) call = completed;
    else {
      tries++;
      await pause();
    }
  }
  throw new Failure(tooBusy);
}

/**
 * Returns the stored outcome of the call's idempotency key, or null. Throws the rules' refusal. If there is
 * an outcome, it throws only a refusal of the kind `forbidden`.
 */
async function findKept<Call, Seen extends Kept, Done>(
  { refuse, record }: Attempt<Call, Seen, Done>,
  seen: Seen,
): Promise<KeptOutcome | null> {
  const refusal = refuse(seen);
  const isForbidden = refusal !== null && failureKinds[refusal.code] === "forbidden";
  if (seen.kept && !isForbidden) return seen.kept;
  if (!refusal) return null;
  await record?.(seen, refusal);
  throw new Failure(refusal);
}

/** Throws `idempotency_key_in_use` if another transaction still writes the call's key, else the error. */
async function explainLock(
  { db, caller, idempotency }: OpenContext,
  operation: string,
  error: unknown,
): Promise<never> {
  const target = { merchantId: caller.merchant.id, operation, key: idempotency?.key ?? "" };
  if (idempotency && isLockTimeout(error) && (await isKeyBeingWritten(db, target)))
    throw new Failure(keyInUse);
  throw error;
}

/**
 * Returns a stored outcome. Throws `idempotency_key_reused` if another request stored it. A derived key is a
 * hash of the request, so nothing is compared.
 */
function replay<Done>({ idempotency, onReplay }: OpenContext, kept: KeptOutcome): Done {
  if (!idempotency) {
    onReplay?.();
    return kept.outcome as Done;
  }
  if (!idempotency.isSame(kept.fingerprint)) throw new Failure(keyReused);
  idempotency.onReplay();
  return kept.outcome as Done;
}
