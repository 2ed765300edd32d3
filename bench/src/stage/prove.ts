import { runAudit } from "@stampbook/core/audit";
import type { Stage } from "./stage.ts";
import { shop } from "./things.ts";

/** The highest id of what customers redeemed before. */
const LAST_BEFORE = 1_000_000_000;

/** Holds the rows to the invariants and to the number of calls that were answered. */
export async function proveRows(stage: Stage, answered: number): Promise<readonly string[]> {
  await stage.sql`vacuum analyze`;
  const broken = await runAudit(stage.core.db);
  const [row] = await stage.sql<{ made: string }[]>`
    select count(*) as made from redemptions where merchant_id = ${shop.merchant} and id > ${LAST_BEFORE}`;
  const made = Number(row?.made);
  return [
    ...broken.map(({ invariant, detail }) => `${invariant}: ${detail}`),
    ...(made === answered
      ? []
      : [`${answered} calls were answered, ${made} redemptions are there`]),
  ];
}
