import type { Tree } from "./parse-tree.ts";

/** A node of a plan as `explain (verbose, format json)` prints it. */
export type PlanNode = {
  readonly "Node Type": string;
  readonly "Parent Relationship"?: string;
  readonly "Subplan Name"?: string;
  readonly "Relation Name"?: string;
  readonly Operation?: string;
  readonly Plans?: readonly PlanNode[];
  readonly [part: string]: unknown;
};

/** A statement's text with its generic plan, in which parameters are numbered from 101, and its parse tree. */
export type Explained = { readonly text: string; readonly plan: PlanNode; readonly tree: Tree };

/** The parts of the database's catalog that the rules need. */
export type Catalog = {
  /** Tables that are distributed by `merchant_id`. */
  readonly tenantTables: ReadonlySet<string>;
  readonly volatileFunctions: ReadonlySet<string>;
  /** The names of tables by OID, as parse trees name them. */
  readonly tables: ReadonlyMap<string, string>;
  /** Functions by OID. `volatility` is `i` for immutable, `s` for stable and `v` for volatile. */
  readonly functions: ReadonlyMap<string, { readonly name: string; readonly volatility: string }>;
  /** The OIDs of the functions that read and write a type's text, by the type's OID. */
  readonly types: ReadonlyMap<string, { readonly input: string; readonly output: string }>;
};

/**
 * The rules that a statement must follow so that it runs on tables that are distributed by `merchant_id`:
 * - merchant: every scan of a tenant table is limited by `merchant_id = $n`, not by another row's merchant.
 * - volatile: no UPDATE or DELETE calls a volatile function.
 * - stable: no UPDATE or DELETE calls a stable function over columns, or inside CASE or COALESCE.
 * - conflict: ON CONFLICT calls immutable functions only, and looks up no CTE and no table.
 * - columns: no `select from` without a column.
 * - alias: INSERT … SELECT … RETURNING names its table with an alias.
 * - locks: a CTE with FOR UPDATE joins no other CTE.
 * - start: work over all merchants starts from `select distinct merchant_id`.
 */
export type Rule =
  | "merchant"
  | "volatile"
  | "stable"
  | "conflict"
  | "columns"
  | "alias"
  | "locks"
  | "start";

/** A broken rule, and where it is broken. */
export type Fault = { readonly rule: Rule; readonly where: string };
