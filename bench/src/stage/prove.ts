import { runAudit } from "@stampbook/core/audit";
import { shop } from "./seed.ts";
import type { Stage } from "./stage.ts";

/** Holds the rows to the invariants and to the number of calls that were answered. */
export async function proveRows(stage: Stage, answered: number): Promise<readonly string[]> {
  const broken = await runAudit(stage.core.db);
  const [row] = await stage.sql<{ made: string }[]>`
    select count(*) as made from redemptions where merchant_id = ${shop.merchant}`;
  const made = Number(row?.made);
  return [
    ...broken.map(({ invariant, detail }) => `${invariant}: ${detail}`),
    ...(made === answered
      ? []
      : [`${answered} calls were answered, ${made} redemptions are there`]),
  ];
}
