import { createIds, type Db } from "@stampbook/db";
import type { CoreContext, CoreDeps, Merchant } from "../context.ts";
import { createSecrets } from "../secrets.ts";
import { type Given, givenIn } from "./given.ts";

/** What a verb's test works with: a database's makers, and contexts with a clock that is set. */
export type Harness = {
  readonly deps: CoreDeps;
  readonly given: Given;
  /** A context of a token without limits; parts of it can be replaced. */
  readonly as: (merchant: Merchant, parts?: Partial<CoreContext>) => CoreContext;
  /** The offset that makes the database's clock show a moment now. */
  readonly offsetTo: (moment: string) => number;
};

/** A harness over an open database. */
export function createHarness(db: Db): Harness {
  const deps: CoreDeps = {
    db,
    ids: createIds(db),
    secrets: createSecrets({ current: "a test's own secret key, long enough", old: [] }),
    clockOffsetMs: 0,
  };
  return {
    deps,
    given: givenIn(db),
    as: (merchant, parts = {}) => ({
      ...deps,
      caller: { kind: "token", merchant, tokenId: 1, scopes: ["*"], stores: null },
      ...parts,
    }),
    offsetTo: (moment) => new Date(moment).getTime() - Date.now(),
  };
}

/** What a verb refused with; fails where it did not refuse. */
export async function refusalOf(
  attempt: Promise<unknown>,
): Promise<{ code: string; message: string }> {
  const error = await attempt.then(
    () => new Error("it was not refused"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Error && "refusal" in error)
    return error.refusal as { code: string; message: string };
  throw error;
}
