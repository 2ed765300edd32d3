import type { CoreContext } from "../../context.ts";
import type { Page, PageInput } from "../../paging.ts";
import { type LevelChange, selectLevelChanges } from "./level-changes.sql.ts";

export type { LevelChange };

/** Returns the changes of a customer's level, newest first. Empty for an unknown customer. */
export function listLevelChanges(
  ctx: CoreContext,
  input: { readonly customerId: number } & PageInput,
): Promise<Page<LevelChange>> {
  return selectLevelChanges(ctx, input);
}
