import type { OpenContext } from "../context.ts";
import { Failure, failureKinds, type Refusal, tooBusy } from "../failures.ts";
import { type KeptOutcome, keyInUse, keyReused, unlessLost } from "../retries/index.ts";
import { isKeyBeingWritten, isLockTimeout } from "./key.sql.ts";
import { DEADLINE_MS, pause } from "./trying.ts";
import type { Operation } from "./types.ts";

/** From this try on, a call is sent alone and waits for locks. */
const WAITING_TRY = 3;

/** The stored outcome of the call's idempotency key, which every statement reads. Null if there is none. */
type Kept = { readonly kept: KeptOutcome | null };

/** A call, and functions that decide what to do with `seen`, the data that the call's statement read. */
type Attempt<Call, Seen extends Kept, Done> = {
  readonly operation: Operation<Call, Seen, Done>;
  readonly call: Call;
  /**
   * Writes changes that must precede the call, such as the expiry of stamps. Returns true if it wrote any:
   * the call is then sent again at once.
   */
  readonly settle: (seen: Seen) => Promise<boolean>;
  /**
   * Returns the call with the values that it still lacks, such as vouchers, made from `seen`. The returned
   * call is sent at once. Returns null if nothing is missing.
   */
  readonly complete: (call: Call, seen: Seen) => Promise<Call | null>;
  /** Returns why the call, as it was sent last, is refused; null if it is not. */
  readonly refuse: (seen: Seen, call: Call) => Refusal | null;
  /**
   * Returns the outcome of an earlier call with the same content, even if its idempotency key differs. Returns
   * null if no earlier call has the same content.
   */
  readonly repeat: (seen: Seen) => Done | null;
  /**
   * Whether the database error means that a parallel call has just written the same unique value, such as an
   * invoice number. If so, the call is sent again.
   */
  readonly isRace: (error: unknown) => boolean;
  /** Records a refusal, if the operation records them. */
  readonly record: (seen: Seen, refusal: Refusal) => Promise<void>;
};

/**
 * Writes a call and returns its outcome, or the stored outcome of its idempotency key. If nothing refuses a
 * call that the statement did not do, another call has changed or locked a row meanwhile. The call is then
 * sent again. Throws the refusal, `idempotency_key_reused`, `idempotency_key_in_use`, `overloaded`
 * after 10 seconds or if too many calls wait, and errors of the database.
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
      isRace(error) ? null : explainLock(ctx, operation.name, error),
    );
    if (row?.isDone) return row.done;
    if (row && (await attempt.settle(row.seen))) continue;
    const kept = row && (await findKept(attempt, row.seen, call));
    if (kept) return replay<Done>(ctx, kept);
    const repeated = row && repeat(row.seen);
    if (repeated) {
      ctx.onReplay?.();
      return repeated;
    }
    const completed = row && (await complete(call, row.seen));
    if (completed) call = completed;
    else {
      tries++;
      await pause();
    }
  }
  throw new Failure(tooBusy);
}

/**
 * Returns the stored outcome of the call's idempotency key; null if there is none. Throws the refusal.
 * If an outcome is stored, throws only a refusal of the kind `forbidden`.
 */
async function findKept<Call, Seen extends Kept, Done>(
  { refuse, record }: Attempt<Call, Seen, Done>,
  seen: Seen,
  call: Call,
): Promise<KeptOutcome | null> {
  const refusal = refuse(seen, call);
  const isForbidden = refusal !== null && failureKinds[refusal.code] === "forbidden";
  if (seen.kept && !isForbidden) return seen.kept;
  if (!refusal) return null;
  await record(seen, refusal);
  throw new Failure(refusal);
}

/**
 * Throws `idempotency_key_in_use` if `error` is a lock timeout and another transaction is writing the call's
 * key for the operation. Otherwise throws `error`.
 */
export async function explainLock(
  { db, caller, idempotency }: OpenContext,
  operation: string | undefined,
  error: unknown,
): Promise<never> {
  if (!idempotency || operation === undefined || !isLockTimeout(error)) throw error;
  const target = { merchantId: caller.merchant.id, operation, key: idempotency.key };
  throw (await isKeyBeingWritten(db, target)) ? new Failure(keyInUse) : error;
}

/**
 * Returns a stored outcome. Throws `idempotency_key_reused` if a different request stored it. If the caller
 * sent no key, the key is a hash of the request: then no fingerprints are compared.
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
