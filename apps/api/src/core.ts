import type { CoreDeps } from "@stampbook/core/context";
import type { Secrets } from "@stampbook/core/secrets";
import { type Batcher, type BatchWatch, createBatcher, slotsFor } from "@stampbook/core/writing";
import { createIds, type OpenDb } from "@stampbook/db";

/** Makes the dependencies of the core's functions, for an open database and the console's address. */
export function createCore(
  { db, connections }: OpenDb,
  secrets: Secrets,
  watch: BatchWatch = {},
  publicUrl: string | null = null,
): CoreDeps & { readonly writing: Batcher } {
  const writing = createBatcher(db, { slots: slotsFor(connections), ...watch });
  const links = publicUrl === null ? {} : { publicUrl: new URL(publicUrl).origin };
  return { db, ids: createIds(db), secrets, writing, clockOffsetMs: 0, ...links };
}
