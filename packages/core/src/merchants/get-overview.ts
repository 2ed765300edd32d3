import type { CoreContext } from "../context.ts";
import { periodBefore } from "./overview.rules.ts";
import {
  type Overview,
  type OverviewInput,
  selectOverview,
  selectTotals,
  type Totals,
} from "./overview.sql.ts";

export type { Overview, OverviewInput, Totals };

/** Figures of a period and of the period that it is compared with, for the caller's stores only. */
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
