import type { CoreContext } from "../context.ts";
import { weekBefore } from "./overview.rules.ts";
import {
  type Overview,
  type OverviewInput,
  selectOverview,
  selectTotals,
  type Totals,
} from "./overview.store.ts";

export type { Overview, OverviewInput, Totals };

/** Numbers of a period beside those of the same days a week before; of the caller's stores alone. */
export async function getOverview(
  ctx: CoreContext,
  input: OverviewInput,
): Promise<Overview & { readonly before: Totals }> {
  const { storeId } = input;
  const [now, before] = await Promise.all([
    selectOverview(ctx, input),
    selectTotals(ctx, { from: weekBefore(input.from), to: weekBefore(input.to), storeId }),
  ]);
  return { ...now, before };
}
