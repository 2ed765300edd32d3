import type { CoreContext } from "../context.ts";
import { periodBefore } from "./overview.rules.ts";
import {
  type Overview,
  type OverviewInput,
  selectOverview,
  selectTotals,
  type Totals,
} from "./overview.store.ts";

export type { Overview, OverviewInput, Totals };

/** Numbers of a period beside those of the period that it is compared with; of the caller's stores alone. */
export async function getOverview(
  ctx: CoreContext,
  input: OverviewInput,
): Promise<Overview & { readonly before: Totals }> {
  const { storeId } = input;
  const [now, before] = await Promise.all([
    selectOverview(ctx, input),
    selectTotals(ctx, { ...periodBefore(input), storeId }),
  ]);
  return { ...now, before };
}
