import { changesOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { checkPolicy, type Policy } from "./settings.rules.ts";
import { getPolicy, updatePolicy } from "./settings.sql.ts";

/**
 * Changes settings of the merchant, with an audit entry. Returns all settings. Settings that are left out are
 * not written, so a concurrent change of them is not undone. Refuses values out of bounds and unknown
 * countries. The refusal names the field.
 */
export async function savePolicy(
  ctx: CoreContext,
  wanted: { readonly [Setting in keyof Policy]?: Policy[Setting] | undefined },
): Promise<Policy> {
  const before = await getPolicy(ctx);
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const after: Policy = { ...before, ...Object.fromEntries(given) };
  const refusal = checkPolicy(before, after);
  if (refusal) throw new Failure(refusal);
  const changes = changesOf(before, after);
  return Object.keys(changes).length ? updatePolicy(ctx, changes) : before;
}
