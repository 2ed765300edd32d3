import { createIds, type Db } from "@stampbook/db";
import type { CoreContext, CoreDeps, Merchant } from "../context.ts";
import { Failure, type Refusal } from "../failures.ts";
import { createSecrets } from "../secrets.ts";
import { createBatcher } from "../writing/index.ts";
import { type Given, givenIn } from "./given/given.ts";

/** The tools of a verb's test: rows for a database, and contexts with an adjustable clock. */
export type Harness = {
  readonly deps: CoreDeps;
  readonly given: Given;
  /** A context of a token without limits. `parts` replaces parts of it. */
  readonly as: (merchant: Merchant, parts?: Partial<CoreContext>) => CoreContext;
  /** A context of a token that is limited to these stores. */
  readonly within: (merchant: Merchant, stores: readonly number[]) => CoreContext;
  /** A context of a call with an idempotency key; `replays` counts the replayed answers. */
  readonly keyed: (
    merchant: Merchant,
    key: string,
    fingerprint?: string,
  ) => CoreContext & { readonly replays: () => number };
  /** Returns the clock offset, in milliseconds, with which the current time is this moment. */
  readonly offsetTo: (moment: string) => number;
};

/** The harness's secret key. With it another process can read what the harness writes. */
export const harnessKey = "a test's own secret key, long enough";

/**
 * How long a hash, or a call behind others with its key, may wait. A busy machine is slower than callers
 * accept.
 */
const PATIENCE_MS = 60_000;

/** A harness for an open database. */
export function createHarness(db: Db): Harness {
  const deps: CoreDeps = {
    db,
    ids: createIds(db),
    secrets: createSecrets({ current: harnessKey, old: [] }, PATIENCE_MS),
    writing: createBatcher(db, { keyWaitMs: PATIENCE_MS }),
    clockOffsetMs: 0,
  };
  const as: Harness["as"] = (merchant, parts = {}) => ({
    ...deps,
    caller: { kind: "token", merchant, tokenId: 1, scopes: ["*"], stores: null },
    ...parts,
  });
  return {
    deps,
    given: givenIn(db),
    as,
    within: (merchant, stores) =>
      as(merchant, { caller: { kind: "token", merchant, tokenId: 2, scopes: ["*"], stores } }),
    keyed: (merchant, key, fingerprint = "f") => {
      let replays = 0;
      const onReplay = () => {
        replays++;
      };
      const isSame = (kept: string) => kept === fingerprint;
      return {
        ...as(merchant, { idempotency: { key, fingerprint, isSame, onReplay } }),
        replays: () => replays,
      };
    },
    offsetTo: (moment) => new Date(moment).getTime() - Date.now(),
  };
}

/** The refusal of a verb. Fails if the verb does not refuse. */
export async function refusalOf(attempt: Promise<unknown>): Promise<Refusal> {
  const error = await attempt.then(
    () => new Error("it was not refused"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Failure) return error.refusal;
  throw error;
}
