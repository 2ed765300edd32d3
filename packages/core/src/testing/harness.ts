import { createIds, type Db } from "@stampbook/db";
import type { CoreContext, CoreDeps, Merchant } from "../foundation/context.ts";
import { Failure, type Refusal } from "../foundation/failures.ts";
import { createSecrets } from "../foundation/secrets.ts";
import { createBatcher } from "../foundation/writing/index.ts";
import { type Given, givenIn } from "./given/given.ts";

/** The tools of an operation's test: functions that insert rows, and contexts with an adjustable clock. */
export type Harness = {
  readonly deps: CoreDeps;
  readonly given: Given;
  /** Returns the context of a token without limits. `parts` replaces fields of the context. */
  readonly as: (merchant: Merchant, parts?: Partial<CoreContext>) => CoreContext;
  /** Returns the context of a token that is limited to these stores. */
  readonly within: (merchant: Merchant, stores: readonly number[]) => CoreContext;
  /**
   * Returns the context of a call with an idempotency key. `replays` returns the number of replayed answers.
   */
  readonly keyed: (
    merchant: Merchant,
    key: string,
    fingerprint?: string,
  ) => CoreContext & { readonly replays: () => number };
  /** Returns the clock offset, in milliseconds, with which the current time is `moment`. */
  readonly offsetTo: (moment: string) => number;
};

/** A cost of hashes that take a hundredth of the product's time, for tests of something else. */
export const cheapHashes = { memoryCost: 64, timeCost: 1, parallelism: 1 };

type HarnessOptions = {
  /** Another process needs the same key to read what the harness has written. */
  readonly secretKey?: string;
  /** The cost of a hash. Default: the product's. */
  readonly hashCost?: typeof cheapHashes;
};

/**
 * How long a hash waits for its turn, and how long a call waits for another call with its idempotency key.
 * The product's limits are a second, which is too short on a busy machine.
 */
const PATIENCE_MS = 60_000;

/** Makes a harness for an open database. */
export function createHarness(
  db: Db,
  { secretKey = "a test's own secret key, long enough", hashCost }: HarnessOptions = {},
): Harness {
  const deps: CoreDeps = {
    publicUrl: "http://127.0.0.1:3000",
    db,
    ids: createIds(db),
    secrets: createSecrets(
      { current: secretKey, old: [] },
      { patienceMs: PATIENCE_MS, ...(hashCost && { cost: hashCost }) },
    ),
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

/** Returns the refusal of a call. Throws if the call is not refused. */
export async function refusalOf(attempt: Promise<unknown>): Promise<Refusal> {
  const error = await attempt.then(
    () => new Error("it was not refused"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Failure) return error.refusal;
  throw error;
}
