import { openClient } from "@stampbook/db/testing";
import { readTree, type Tree } from "./parse-tree.ts";
import type { Catalog, Explained, PlanNode } from "./types.ts";

/**
 * Tables with a `merchant_id` that are not distributed: every node of a distributed database has the whole
 * table.
 */
const reference = [
  "stores",
  "api_tokens",
  "staff_members",
  "staff_invitations",
  "staff_devices",
  "staff_pins",
  "merchant_moves",
];

/** Statements without a plan: they begin and end transactions, and set up a session. */
const planless = /^\s*(begin|commit|rollback|savepoint|release|set)\b/i;

/**
 * Returns each statement that has a plan, with its plan and its parse tree. The plan is generic: it does not
 * depend on the values of parameters.
 */
export async function explainAll(
  url: string,
  texts: Iterable<string>,
): Promise<readonly Explained[]> {
  const client = openClient(url);
  try {
    await client`set plan_cache_mode = force_generic_plan`;
    const explained: Explained[] = [];
    for (const text of texts)
      if (!planless.test(text)) {
        const { types, moved } = renumbered(text);
        await client.unsafe(`prepare looked_at ${inParentheses(types)} as ${moved}`);
        const nulls = inParentheses(types.map(() => "null"));
        const [row] = await client.unsafe(
          `explain (verbose, format json) execute looked_at${nulls}`,
        );
        const plans = row?.["QUERY PLAN"] as readonly { readonly Plan: PlanNode }[] | undefined;
        const root = plans?.[0];
        if (!root) throw new Error(`PostgreSQL did not explain ${text}`);
        explained.push({ text, plan: root.Plan, tree: await treeOf(client, text) });
        await client`deallocate looked_at`;
      }
    return explained;
  } finally {
    await client.end();
  }
}

/**
 * The parse tree of the prepared statement. PostgreSQL does not show the tree of a prepared statement, but it
 * shows that of a function's body. So the statement becomes the body of a temporary function.
 */
async function treeOf(client: ReturnType<typeof openClient>, text: string): Promise<Tree> {
  const [prepared] = await client<{ types: string[] }[]>`
    select parameter_types::text[] as types from pg_prepared_statements where name = 'looked_at'`;
  const types = prepared?.types.slice(OFFSET) ?? [];
  await client.unsafe(`create function pg_temp.looked_at ${inParentheses(types)} returns void
    language sql begin atomic ${text}; end`);
  const [made] = await client<{ body: string }[]>`
    select prosqlbody::text as body from pg_proc where proname = 'looked_at'`;
  await client`drop function pg_temp.looked_at`;
  return readTree(made?.body ?? "");
}

/**
 * The text with its parameters numbered from 101. Plans write the results of subqueries like parameters,
 * numbered from 0, so smaller numbers would be ambiguous. `types` has one entry for each parameter, used or
 * not.
 */
function renumbered(text: string): { readonly types: readonly string[]; readonly moved: string } {
  const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  const count = Math.max(0, ...numbers);
  return {
    types: [...Array(OFFSET).fill("int"), ...Array(count).fill("unknown")],
    moved: text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + OFFSET}`),
  };
}

const OFFSET = 100;

const inParentheses = (parts: readonly string[]) => `(${parts.join(",")})`;

/** Reads the tables and the functions that the rules are about. */
export async function readCatalog(url: string): Promise<Catalog> {
  const client = openClient(url);
  try {
    const tables = await client<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'merchant_id' and table_name <> all (${reference})`;
    const functions = await client<{ oid: string; name: string; volatility: string }[]>`
      select oid::text, proname as name, provolatile as volatility from pg_proc`;
    const relations = await client<{ oid: string; name: string }[]>`
      select oid::text, relname as name from pg_class where relnamespace = 'public'::regnamespace`;
    const types = await client<{ oid: string; input: string; output: string }[]>`
      select oid::text, typinput::oid::text as input, typoutput::oid::text as output from pg_type`;
    return {
      tenantTables: new Set(tables.map(({ name }) => name)),
      volatileFunctions: new Set(
        functions.flatMap(({ name, volatility }) => (volatility === "v" ? [name] : [])),
      ),
      tables: new Map(relations.map(({ oid, name }) => [oid, name])),
      functions: new Map(functions.map(({ oid, ...rest }) => [oid, rest])),
      types: new Map(types.map(({ oid, ...rest }) => [oid, rest])),
    };
  } finally {
    await client.end();
  }
}
