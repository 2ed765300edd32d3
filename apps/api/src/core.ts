import type { CoreDeps } from "@stampbook/core/context";
import type { Secrets } from "@stampbook/core/secrets";
import { createBatcher, slotsFor } from "@stampbook/core/writing";
import { createIds, type OpenDb } from "@stampbook/db";

/** Makes the dependencies of the core's functions, for an open database. */
export function createCore({ db, connections }: OpenDb, secrets: Secrets): CoreDeps {
  const writing = createBatcher(db, { slots: slotsFor(connections) });
  return { db, ids: createIds(db), secrets, writing, clockOffsetMs: 0 };
}
