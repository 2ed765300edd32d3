import { openClient, openFillClient } from "@stampbook/db/testing";
import { expect } from "vitest";
import type { FormName } from "../foundation/writing/form.ts";
import type { BatchStatement, Place } from "../foundation/writing/statement.ts";

type Node = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly "Index Cond"?: string;
  readonly "Recheck Cond"?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Node[];
};

/**
 * For each form of a statement (`writing/form.ts`): the number of calls, whether they have keys, and whether
 * they wait for locks.
 */
const texts = {
  many: { length: 64, key: true, locks: "skip" },
  crowd: { length: 64, key: true, locks: "waitShared" },
  plain: { length: 1, key: false, locks: "skip" },
  keyed: { length: 1, key: true, locks: "skip" },
  waiting: { length: 1, key: true, locks: "wait" },
} as const;

/**
 * The forms that differ in every statement. `crowd` differs from `many` only in statements whose calls can
 * share a row (`Form.skipShared`).
 */
export const textNames = [
  "many",
  "plain",
  "keyed",
  "waiting",
] as const satisfies readonly FormName[];

/** A statement, 64 calls with idempotency keys that all succeed, and the URL of the database. */
export type Explaining<Call, Seen, Done> = {
  readonly url: string;
  readonly statement: BatchStatement<Call, Seen, Done>;
  readonly place: Place;
  readonly calls: readonly Call[];
  /** The table in which each call changes one row. Absent if calls only lock rows. */
  readonly changes?: string;
  /** Tables that may be read without `merchant_id`, because they have at most one row for each merchant. */
  readonly small?: readonly string[];
  /** The most rows that one scan reads for each call. Default: 2. */
  readonly rows?: number;
  /** The least number of table scans in the plan. */
  readonly scans?: number;
};

/**
 * Runs calls in one form of the statement, under PostgreSQL's generic plan, and rolls back. Expects that each
 * call was done. Expects that each scan reads at most `rows` rows for each call, by the merchant's id.
 */
export async function expectFewRows<Call extends { readonly key: string | null }, Seen, Done>(
  {
    url,
    statement,
    place,
    calls,
    changes,
    small = ["merchants"],
    rows = 2,
    scans = 8,
  }: Explaining<Call, Seen, Done>,
  text: keyof typeof texts,
): Promise<void> {
  const { length, key, locks } = texts[text];
  const sent = calls.slice(0, length).map((call) => (key ? call : { ...call, key: null }));
  expect(sent).toHaveLength(length);
  const { form, values } = statement.prepare(place, sent, locks);
  expect(form).toBe(text);
  const { nodes, jit } = await explain(url, statement.texts[form].text, values);
  // a statement that inserts into the table and updates other rows of it has two such nodes
  const changed = nodes.filter(
    (node) => node["Node Type"] === "ModifyTable" && node["Relation Name"] === changes,
  );
  if (changes) expect(changed.map((node) => node["Actual Rows"])).toContain(length);
  expect(jit).toBeUndefined();
  const reads = nodes.filter((node) => node["Relation Name"] && /Scan/.test(node["Node Type"]));
  expect(reads.length).toBeGreaterThanOrEqual(scans);
  for (const node of reads) {
    expect.soft(rowsRead(node), JSON.stringify(node)).toBeLessThanOrEqual(rows * length);
    if (!small.includes(node["Relation Name"] ?? ""))
      expect.soft(conditionsOf(node), JSON.stringify(node)).toContain("merchant_id = $1");
  }
}

/**
 * The statement timeout. A plan that reads a whole table for each row of another one would take minutes.
 */
const LONGEST = "10s";

async function explain(url: string, text: string, values: readonly unknown[]) {
  const sql = openClient(url);
  try {
    const literals = values.map((value) =>
      value === null ? "null" : `'${String(value).replaceAll("'", "''")}'`,
    );
    await sql`begin`;
    await sql`set local plan_cache_mode = force_generic_plan`;
    await sql`select set_config('statement_timeout', ${LONGEST}, true)`;
    await sql.unsafe(`prepare looked_at as ${text}`);
    const [row] = await sql.unsafe(
      `explain (analyze, timing off, format json) execute looked_at (${literals.join(", ")})`,
    );
    await sql`rollback`;
    type Explained = { readonly Plan: Node; readonly JIT?: unknown };
    const plans = row?.["QUERY PLAN"] as readonly Explained[] | undefined;
    const explained = plans?.[0];
    if (!explained) throw new Error("The statement was not explained.");
    return { nodes: nodesIn(explained.Plan), jit: explained.JIT };
  } finally {
    await sql.end();
  }
}

const nodesIn = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

const conditionsOf = (node: Node) => `${node["Index Cond"]} ${node["Recheck Cond"]} ${node.Filter}`;

/** Returns the number of rows that a node has read, including rows that its filters removed. */
const rowsRead = (node: Node) =>
  node["Actual Loops"] *
  (node["Actual Rows"] +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0));

const ROWS = 8_000;

/**
 * Stores 8,000 outcomes with keys of an operation. Turns autovacuum off for the tables of keys and outcomes,
 * and for `others`, so that these tables get no statistics.
 */
export async function keepManyOutcomes(
  url: string,
  merchantId: number,
  operation: string,
  others: readonly string[],
): Promise<void> {
  const sql = await openFillClient(url);
  try {
    for (const table of [...others, "idempotency_keys", "idempotency_outcomes"])
      await sql.unsafe(`alter table ${table} set (autovacuum_enabled = false)`);
    await sql`insert into idempotency_keys (merchant_id, operation, key, fingerprint)
      select ${merchantId}::bigint, ${operation}, 'before ' || n, 'f'
      from generate_series(1, ${ROWS}::int) n`;
    await sql`insert into idempotency_outcomes (merchant_id, operation, key, outcome)
      select ${merchantId}::bigint, ${operation}, 'before ' || n, '{}'
      from generate_series(1, ${ROWS}::int) n`;
  } finally {
    await sql.end();
  }
}
