import type { CoreContext } from "../../foundation/context.ts";
import { periodBefore } from "./overview.rules.ts";
import {
  type Overview,
  type OverviewInput,
  selectOverview,
  selectTotals,
  type Totals,
} from "./overview.sql.ts";

export type { Overview, OverviewInput, Totals };

/**
 * Returns the figures of a period for the caller's stores. `before` are the totals of the earlier period for
 * comparison.
 */
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
