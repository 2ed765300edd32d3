import type { Stage } from "../stage/stage.ts";
import { fill, type Template, type Variables } from "./template.ts";

type Plan = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Plan[];
};

/** Tables with a few rows per merchant, however many customers there are. They may be read whole. */
const small = ["merchants", "levels", "stores", "rewards", "voucher_templates"];

/**
 * The large tables that a statement's generic plan would read whole. The service makes PostgreSQL use the
 * generic plan.
 */
export async function wholeReads(
  { sql }: Stage,
  template: Template,
  variables: Variables,
): Promise<readonly string[]> {
  const values = fill(template, variables).map((value) =>
    value === null ? "null" : `'${value.replaceAll("'", "''")}'`,
  );
  return sql.begin(async (tx) => {
    await tx`set local plan_cache_mode = force_generic_plan`;
    await tx.unsafe(`prepare looked_at as ${template.text}`);
    const [row] = await tx.unsafe(`explain (format json) execute looked_at (${values.join(", ")})`);
    await tx`deallocate looked_at`;
    const explained = row?.["QUERY PLAN"] as readonly { readonly Plan: Plan }[] | undefined;
    const plan = explained?.[0]?.Plan;
    if (!plan) throw new Error("The statement was not explained.");
    return scansIn(plan);
  });
}

function scansIn(plan: Plan): string[] {
  const table = plan["Relation Name"] ?? "";
  const own = plan["Node Type"] === "Seq Scan" && !small.includes(table) ? [table] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansIn)];
}
