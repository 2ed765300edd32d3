import { openClient, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenHarness, openHarness } from "../../testing/index.ts";
import { redeemVouchers, type VoucherCall } from "./redeem-voucher.sql.ts";

// The plan that a connection keeps, for tables whose statistics nobody has ever gathered.

let t: OpenHarness<TestDatabase>;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

const CALLS = 64;
const ROWS = 20_000;

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

const conditionsOf = (node: Node) => `${node["Index Cond"]} ${node["Recheck Cond"]} ${node.Filter}`;

const nodesIn = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

/** How many rows a node has read, with those that it left out. */
const rowsRead = (node: Node) =>
  node["Actual Loops"] *
  (node["Actual Rows"] +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0));

/** A customer with many vouchers, and many outcomes kept under keys. */
async function manyRows(sql: ReturnType<typeof openClient>) {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: template } = await t.given.template(merchant);
  for (const table of ["vouchers", "idempotency_keys", "idempotency_outcomes"])
    await sql.unsafe(`alter table ${table} set (autovacuum_enabled = false)`);
  await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, customer_id)
    select ${merchant.id}::bigint, n, ${template}::bigint, 'V' || n, 'V' || n, ${customer.id}::bigint
    from generate_series(1, ${ROWS}::int) n`;
  await sql`insert into idempotency_keys (merchant_id, operation, key, fingerprint)
    select ${merchant.id}::bigint, 'redemptions.redeemVoucher', 'before ' || n, 'f'
    from generate_series(1, ${ROWS}::int) n`;
  await sql`insert into idempotency_outcomes (merchant_id, operation, key, outcome)
    select ${merchant.id}::bigint, 'redemptions.redeemVoucher', 'before ' || n, '{}'
    from generate_series(1, ${ROWS}::int) n`;
  const calls = Array.from(
    { length: CALLS },
    (_, n): VoucherCall => ({
      ...{ email: customer.email, memberId: null, storeId: store.id, storeCode: store.code },
      ...{ channel: null, invoiceNumber: null, extraData: null, requestId: null },
      ...{ key: `k${n}`, fingerprint: "f", allowedStores: null, actor: "token:1" },
      redemption: n + 1,
      voucher: n * 100 + 1,
    }),
  );
  return { merchant, calls };
}

/** Explains the plan that knows no value, for calls that it does; nothing of them stays. */
async function explain(text: keyof typeof texts) {
  const sql = openClient(t.open.url);
  try {
    const { merchant, calls } = await manyRows(sql);
    const { length, key, locks } = texts[text];
    const sent = calls.slice(0, length).map((call) => (key ? call : { ...call, key: null }));
    const place = { merchantId: merchant.id, offsetMs: 0 };
    const { form, values } = redeemVouchers.prepare(place, sent, locks);
    expect(form).toBe(text);
    const literals = values.map((value) =>
      value === null ? "null" : `'${String(value).replaceAll("'", "''")}'`,
    );
    await sql`begin`;
    await sql`set local plan_cache_mode = force_generic_plan`;
    await sql.unsafe(`prepare looked_at as ${redeemVouchers.texts[form].text}`);
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

/** How many calls go in each text, whether they have keys, and what they do about locks. */
const texts = {
  many: { length: CALLS, key: true, locks: "skip" },
  plain: { length: 1, key: false, locks: "skip" },
  keyed: { length: 1, key: true, locks: "skip" },
  waiting: { length: 1, key: true, locks: "wait" },
} as const;

describe.each(Object.keys(texts) as (keyof typeof texts)[])("the general plan (%s)", (text) => {
  test("reads a few rows for each call, by the merchant's id", async () => {
    const { length } = texts[text];
    const { nodes, jit } = await explain(text);
    const spent = nodes.find(
      (node) => node["Node Type"] === "ModifyTable" && node["Relation Name"] === "vouchers",
    );
    expect(spent?.["Actual Rows"]).toBe(length);
    expect(jit).toBeUndefined();
    const reads = nodes.filter((node) => node["Relation Name"] && /Scan/.test(node["Node Type"]));
    expect(reads.length).toBeGreaterThan(12);
    for (const node of reads) {
      expect.soft(rowsRead(node), JSON.stringify(node)).toBeLessThanOrEqual(2 * length);
      if (node["Relation Name"] !== "merchants")
        expect.soft(conditionsOf(node), JSON.stringify(node)).toContain("merchant_id = $1");
    }
  });
});
