/** A node of a parse tree, such as `{VAR :varno 1}`, with the values of its fields. */
export type TreeNode = {
  readonly type: string;
  readonly fields: Readonly<Record<string, readonly Tree[]>>;
};

/** A part of a parse tree: a word, a list or a node. */
export type Tree = string | readonly Tree[] | TreeNode;

/** Reads a parse tree as PostgreSQL writes it (`pg_node_tree`). */
export function readTree(text: string): Tree {
  const tokens = text.match(/[(){}]|(?:\\.|[^\s(){}\\])+/gs) ?? [];
  let next = 0;
  const list = (end: string): readonly Tree[] => {
    const items: Tree[] = [];
    while (tokens[next] !== end) items.push(one());
    next++;
    return items;
  };
  const one = (): Tree => {
    const token = tokens[next++];
    if (token === undefined) throw new Error("The parse tree is not complete.");
    if (token === "(") return list(")");
    return token === "{" ? nodeOf(list("}")) : token;
  };
  return one();
}

/** The node whose type is the first item, followed by each field's name and values. */
function nodeOf([type, ...items]: readonly Tree[]): TreeNode {
  const fields: Record<string, Tree[]> = {};
  let values: Tree[] = [];
  for (const item of items)
    if (typeof item === "string" && item.startsWith(":")) {
      values = [];
      fields[item.slice(1)] = values;
    } else values.push(item);
  return { type: String(type), fields };
}

/** The words of a field. Empty if the node has no such field. */
export const wordsOf = (node: TreeNode, field: string): readonly string[] =>
  (node.fields[field] ?? []).filter((each) => typeof each === "string");

/** The nodes of a field, also in lists. Leaves out the nodes inside other nodes. */
export const nodesOf = (node: TreeNode, ...fields: readonly string[]): readonly TreeNode[] =>
  fields.flatMap((field) => (node.fields[field] ?? []).flatMap(topNodes));

/** The outermost nodes of a part of a tree. */
export function topNodes(tree: Tree): readonly TreeNode[] {
  if (typeof tree === "string") return [];
  return "type" in tree ? [tree] : tree.flatMap(topNodes);
}

/** The node and all nodes inside it. Leaves out nodes of the type `except`, and what they contain. */
export function allNodes(node: TreeNode, except?: string): readonly TreeNode[] {
  if (node.type === except) return [];
  return [
    node,
    ...nodesOf(node, ...Object.keys(node.fields)).flatMap((each) => allNodes(each, except)),
  ];
}
