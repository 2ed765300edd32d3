import type { CoreContext } from "../../foundation/context.ts";

/**
 * Returns a context that runs `meanwhile` once, when an operation first reserves ids. If the operation reads
 * before it reserves ids, `meanwhile` runs between its read and its write.
 */
export function interrupted(ctx: CoreContext, meanwhile: () => Promise<unknown>): CoreContext {
  let pending: typeof meanwhile | null = meanwhile;
  const happen = async () => {
    const now = pending;
    pending = null;
    await now?.();
  };
  return {
    ...ctx,
    ids: {
      take: async (...kind) => {
        await happen();
        return ctx.ids.take(...kind);
      },
      takeMany: async (...kind) => {
        await happen();
        return ctx.ids.takeMany(...kind);
      },
    },
  };
}
