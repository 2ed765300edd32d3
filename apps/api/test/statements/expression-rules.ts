import { allNodes, nodesOf, type TreeNode, topNodes, wordsOf } from "./parse-tree.ts";
import type { Catalog, Explained, Fault } from "./types.ts";

/** The numbers of commands and kinds of tables in a parse tree. */
const UPDATE = "2";
const DELETE = "4";
const TABLE = "0";
const CTE = "6";

/**
 * The faults of a statement's expressions. Reads the parse tree, because a plan shows neither the SET clause
 * of ON CONFLICT nor the types of operands, which decide whether an operator is immutable.
 */
export function expressionFaults({ tree }: Explained, catalog: Catalog): readonly Fault[] {
  return topNodes(tree)
    .flatMap((node) => allNodes(node))
    .flatMap((query) => {
      if (query.type !== "QUERY") return [];
      const table = changedTable(query, catalog);
      if (!table || !catalog.tenantTables.has(table)) return [];
      const places = (rule: "conflict" | "stable", found: readonly string[]) =>
        [...new Set(found)].map((each) => ({ rule, where: `${table}: ${each}` }));
      return [
        ...places("conflict", inConflict(query, catalog)),
        ...places("stable", inChange(query, catalog)),
      ];
    });
}

/** The table that a query inserts into, updates or deletes from. */
function changedTable(query: TreeNode, { tables }: Catalog): string | undefined {
  const [place = "0"] = wordsOf(query, "resultRelation");
  const table = nodesOf(query, "rtable")[Number(place) - 1];
  return table && tables.get(wordsOf(table, "relid")[0] ?? "");
}

/** Look-ups of tables and CTEs in ON CONFLICT, and functions there that are not immutable. */
function inConflict(query: TreeNode, catalog: Catalog): readonly string[] {
  const inside = nodesOf(query, "onConflict")
    .flatMap((conflict) => nodesOf(conflict, "onConflictSet", "onConflictWhere"))
    .flatMap((node) => allNodes(node));
  return inside.flatMap((node) => {
    const [kind] = node.type === "RANGETBLENTRY" ? wordsOf(node, "rtekind") : [];
    if (kind === TABLE || kind === CTE)
      return [`looks up ${wordsOf(node, "ctename")[0] ?? "a table"}`];
    return namesOf(calledBy(node, catalog), "s", "v");
  });
}

/**
 * Stable functions over columns in an UPDATE or DELETE, and stable functions inside CASE and COALESCE there.
 * Subqueries are left out, because they run as separate statements on distributed tables.
 */
function inChange(query: TreeNode, catalog: Catalog): readonly string[] {
  const [command] = wordsOf(query, "commandType");
  if (command !== UPDATE && command !== DELETE) return [];
  const expressions = nodesOf(query, "targetList", "jointree").flatMap(within);
  const conditional = expressions
    .filter(({ type }) => type === "CASEEXPR" || type === "COALESCEEXPR")
    .flatMap(within);
  const overColumns = expressions.filter((node) => within(node).some(({ type }) => type === "VAR"));
  return [...conditional, ...overColumns].flatMap((node) => namesOf(calledBy(node, catalog), "s"));
}

const within = (node: TreeNode) => allNodes(node, "QUERY");

type Called = { readonly name: string; readonly volatility: string };

const namesOf = (called: readonly Called[], ...volatilities: readonly string[]) =>
  called
    .filter(({ volatility }) => volatilities.includes(volatility))
    .map(({ name }) => `${name}()`);

/** The functions that a node itself calls: as a function, an operator or a cast through text. */
function calledBy(node: TreeNode, { functions, types }: Catalog): readonly Called[] {
  const cast = (type: string | undefined, way: "input" | "output") =>
    type === undefined ? undefined : types.get(type)?.[way];
  const called =
    node.type === "COERCEVIAIO"
      ? [
          cast(wordsOf(node, "resulttype")[0], "input"),
          cast(typeOf(nodesOf(node, "arg")[0]), "output"),
        ]
      : ["funcid", "opfuncid", "aggfnoid", "winfnoid"].flatMap((field) => wordsOf(node, field));
  if (node.type === "SQLVALUEFUNCTION") return [{ name: "current_timestamp", volatility: "s" }];
  return called.flatMap((oid) => functions.get(oid ?? "") ?? []);
}

const typeFields = [
  ...["vartype", "consttype", "paramtype", "funcresulttype", "opresulttype", "resulttype"],
  ...["casetype", "coalescetype", "minmaxtype", "refrestype", "aggtype"],
];

/** The type of an expression. Undefined for expressions whose type the tree does not name. */
function typeOf(node: TreeNode | undefined): string | undefined {
  return node && typeFields.flatMap((field) => wordsOf(node, field))[0];
}
