import { openClient } from "@stampbook/db/testing";

/**
 * Returns PostgreSQL's generic plan of a statement, as the text that EXPLAIN prints. A generic plan does not
 * depend on the values of parameters.
 */
export async function generalPlan(url: string, text: string): Promise<string> {
  const client = openClient(url);
  try {
    await client.unsafe(`set plan_cache_mode = force_generic_plan; prepare looked_at as ${text}`);
    const [{ count } = { count: 0 }] = await client<{ count: number }[]>`
      select cardinality(parameter_types) as count from pg_prepared_statements where name = 'looked_at'`;
    const nulls = Array(count).fill("null").join(",");
    const plan = await client.unsafe(`explain execute looked_at(${nulls})`);
    return plan.map((row) => String(row["QUERY PLAN"])).join("\n");
  } finally {
    await client.end();
  }
}
