import { createIds, type Db } from "@stampbook/db";
import type { CoreContext, CoreDeps, Merchant } from "../context.ts";
import { Failure, type Refusal } from "../failures.ts";
import { createSecrets } from "../secrets.ts";
import { type Given, givenIn } from "./given.ts";

/** What a verb's test works with: a database's makers, and contexts with a clock that is set. */
export type Harness = {
  readonly deps: CoreDeps;
  readonly given: Given;
  /** A context of a token without limits; parts of it can be replaced. */
  readonly as: (merchant: Merchant, parts?: Partial<CoreContext>) => CoreContext;
  /** A context of a token that may act in these stores alone. */
  readonly within: (merchant: Merchant, stores: readonly number[]) => CoreContext;
  /** A context of a call with an idempotency key; `replays` counts the answers that are the first's. */
  readonly keyed: (
    merchant: Merchant,
    key: string,
    fingerprint?: string,
  ) => CoreContext & { readonly replays: () => number };
  /** The offset that makes the database's clock show a moment now. */
  readonly offsetTo: (moment: string) => number;
};

/** With it another process understands what the harness makes. */
export const harnessKey = "a test's own secret key, long enough";

/** On a busy machine a test's hash may wait longer for its turn than a caller would. */
const HASH_PATIENCE_MS = 60_000;

/** A harness over an open database. */
export function createHarness(db: Db): Harness {
  const deps: CoreDeps = {
    db,
    ids: createIds(db),
    secrets: createSecrets({ current: harnessKey, old: [] }, HASH_PATIENCE_MS),
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

/** What a verb refused with; fails where it did not refuse. */
export async function refusalOf(attempt: Promise<unknown>): Promise<Refusal> {
  const error = await attempt.then(
    () => new Error("it was not refused"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Failure) return error.refusal;
  throw error;
}
