import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { type PreviewInput, previewStamps, refusePreview } from "./preview.rules.ts";
import { loadPreview } from "./preview.sql.ts";

export type { PreviewInput } from "./preview.rules.ts";

/**
 * Returns the stamps that a sale would earn now. Writes nothing. Throws `invalid_store`, `permission_denied`
 * and `invalid_user` as `addSale` does. Interface 2, section 3.
 */
export async function previewEarnings(ctx: CoreContext, input: PreviewInput): Promise<number> {
  const seen = await loadPreview(ctx, input);
  const refusal = refusePreview(seen, ctx.caller, input);
  if (refusal) throw new Failure(refusal);
  return previewStamps(seen, input);
}
