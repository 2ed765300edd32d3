import { changesOf } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import type { Policy } from "./settings.rules.ts";
import { selectPolicy, updatePolicy } from "./settings.store.ts";

/** Changes the merchant's settings, on the record; what is left out stays. */
export async function savePolicy(
  ctx: CoreContext,
  wanted: { readonly [Setting in keyof Policy]?: Policy[Setting] | undefined },
): Promise<Policy> {
  const before = await selectPolicy(ctx);
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const after: Policy = { ...before, ...Object.fromEntries(given) };
  const changes = changesOf(before, after);
  if (Object.keys(changes).length) await updatePolicy(ctx, after, changes);
  return after;
}
