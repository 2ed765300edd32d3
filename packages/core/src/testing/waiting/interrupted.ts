import type { CoreContext } from "../../context.ts";

/**
 * A context that runs `meanwhile` once between the read and the write of a verb, when the verb takes its
 * ids.
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
