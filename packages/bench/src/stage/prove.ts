import { runAudit } from "@stampbook/core/audit";
import type { Stage } from "./stage.ts";
import { shop } from "./things.ts";

/** Redemptions from before the run have ids up to this number. Those of the run have higher ids. */
const LAST_BEFORE = 1_000_000_000;

/**
 * Checks the rows against the invariants and the number of answered calls. Refused calls may have been done
 * too, such as after a deadline.
 */
export async function proveRows(
  stage: Stage,
  answered: number,
  refused = 0,
): Promise<readonly string[]> {
  await stage.sql`vacuum analyze`;
  const broken = await runAudit(stage.core.db);
  const [row] = await stage.sql<{ made: string }[]>`
    select count(*) as made from redemptions where merchant_id = ${shop.merchant} and id > ${LAST_BEFORE}`;
  const made = Number(row?.made);
  return [
    ...broken.map(({ invariant, detail }) => `${invariant}: ${detail}`),
    ...(made >= answered && made <= answered + refused
      ? []
      : [`${answered} calls were answered, ${made} redemptions are there`]),
  ];
}
