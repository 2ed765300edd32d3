import { expressionFaults } from "./expression-rules.ts";
import type { Catalog, Explained, Fault, PlanNode } from "./types.ts";

/** All faults of a statement. */
export function faultsOf(statement: Explained, catalog: Catalog): readonly Fault[] {
  const { text, plan } = statement;
  return [
    ...nodesIn(plan).flatMap((node) => [
      ...scanFaults(node, catalog),
      ...writeFaults(node, catalog),
      ...lockFaults(node),
    ]),
    ...expressionFaults(statement, catalog),
    ...textFaults(text),
  ];
}

const nodesIn = (node: PlanNode): readonly PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesIn),
];

/** The node and the nodes that feed it, without CTEs and subqueries that run on their own. */
const branchOf = (node: PlanNode): readonly PlanNode[] => [
  node,
  ...(node.Plans ?? [])
    .filter((child) => child["Parent Relationship"] !== "InitPlan")
    .flatMap(branchOf),
];

function scanFaults(node: PlanNode, { tenantTables }: Catalog): readonly Fault[] {
  const table = node["Relation Name"];
  if (!table || !tenantTables.has(table) || !node["Node Type"].includes("Scan")) return [];
  const conditions = [node["Index Cond"], node["Recheck Cond"], node.Filter].join(" ");
  return /\bmerchant_id = \(?\$\d{3}\b/.test(conditions)
    ? []
    : [{ rule: "merchant", where: `${table}: ${conditions.trim() || "no condition"}` }];
}

function writeFaults(node: PlanNode, { volatileFunctions }: Catalog): readonly Fault[] {
  if (node.Operation !== "Update" && node.Operation !== "Delete") return [];
  const expressions = branchOf(node).flatMap((each) => Object.entries(each).flatMap(expressionsOf));
  const called = expressions.flatMap((text) =>
    [...text.matchAll(/\b(\w+)\(/g)].flatMap(([, name = ""]) =>
      volatileFunctions.has(name) ? [name] : [],
    ),
  );
  return [...new Set(called)].map((name) => ({
    rule: "volatile",
    where: `${node["Relation Name"]}: ${name}()`,
  }));
}

/** The expressions in a part of a node. An empty list for `Plans`, which holds other nodes. */
function expressionsOf([part, value]: [string, unknown]): readonly string[] {
  if (part === "Plans") return [];
  return [value].flat().filter((each) => typeof each === "string");
}

function lockFaults(node: PlanNode): readonly Fault[] {
  if (node["Node Type"] !== "LockRows") return [];
  return branchOf(node).flatMap((each) =>
    each["Node Type"] === "CTE Scan" ? [{ rule: "locks", where: `${each["CTE Name"]}` }] : [],
  );
}

function textFaults(text: string): readonly Fault[] {
  const faults: Fault[] = [];
  if (/\bselect\s+from\b/i.test(text)) faults.push({ rule: "columns", where: "select from" });
  if (/\bfrom\s+"?merchants"?(\s+(as\s+)?\w+)?(\s*,\s*\w+)?\s+where\s+exists\b/i.test(text))
    faults.push({ rule: "start", where: "from merchants where exists" });
  for (const { index } of text.matchAll(/\binsert\s+into\b/gi)) {
    const insert = outermost(text.slice(index));
    if (/^insert\s+into\s+\S+\s+\(/i.test(insert) && /\bselect\b.*\breturning\b/is.test(insert))
      faults.push({ rule: "alias", where: insert.slice(0, insert.indexOf("(")).trim() });
  }
  return faults;
}

/**
 * The text up to the first closing parenthesis that has no opening one, such as the end of a CTE. Leaves out
 * the contents of matching parentheses.
 */
function outermost(text: string): string {
  let depth = 0;
  let kept = "";
  for (const each of text) {
    if (each === ")" && --depth < 0) break;
    if (depth === 0) kept += each;
    if (each === "(") depth++;
  }
  return kept;
}
