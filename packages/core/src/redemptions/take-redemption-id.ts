import type { CoreContext } from "../context.ts";

/**
 * A redemption's id for one call: taken when it is first asked for, and the same again after a
 * statement that left nothing.
 */
export function takeRedemptionId(ctx: CoreContext): () => Promise<number> {
  let taken: Promise<number> | undefined;
  return () => {
    taken ??= ctx.ids.take(ctx.caller.merchant.id, "redemptions");
    return taken;
  };
}
