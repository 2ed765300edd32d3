import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

type Node = {
  readonly id: number;
  readonly children?: readonly number[];
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
};

type Profile = {
  readonly nodes: readonly Node[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

/** A share of the processor time, 0 to 1. */
export type Share = { readonly name: string; readonly share: number };

/** Where a process spent its processor time: by package, and by function. */
export type Busy = {
  readonly busyMs: number;
  readonly packages: readonly Share[];
  readonly functions: readonly Share[];
};

const IDLE = ["(idle)", "(root)"];

/**
 * Reads the output of `node --cpu-prof` in a directory. Leaves out the first `withoutMs` of the process: its
 * start and warm-up.
 */
export function readProfile(directory: string, withoutMs: number): Busy {
  const file = readdirSync(directory).find((name) => name.endsWith(".cpuprofile"));
  if (!file) throw new Error("The process left no profile.");
  const profile = JSON.parse(readFileSync(join(directory, file), "utf8")) as Profile;
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)),
  );
  /** The function itself, or for a function of Node's own code the nearest caller outside that code. */
  const askedBy = (node: Node): Node => {
    let at: Node | undefined = node;
    while (at && isNodes(at)) at = parents.get(at.id);
    return at ?? node;
  };
  const packages = new Map<string, number>();
  const functions = new Map<string, number>();
  let busy = 0;
  let passed = 0;
  profile.samples.forEach((id, at) => {
    const node = nodes.get(id);
    const spent = profile.timeDeltas[at] ?? 0;
    passed += spent;
    if (passed < withoutMs * 1_000) return;
    if (!node || IDLE.includes(node.callFrame.functionName)) return;
    busy += spent;
    add(packages, packageOf(askedBy(node)), spent);
    const asker = askedBy(node);
    const by = asker === node ? "" : ` for ${functionOf(asker)}`;
    add(functions, functionOf(node) + by, spent);
  });
  const shares = (times: Map<string, number>) =>
    [...times]
      .map(([name, spent]) => ({ name, share: spent / busy }))
      .sort((one, other) => other.share - one.share);
  return { busyMs: busy / 1_000, packages: shares(packages), functions: shares(functions) };
}

const isNodes = ({ callFrame: { functionName, url } }: Node) =>
  url.startsWith("node:") || (!url && !functionName.startsWith("("));

const add = (to: Map<string, number>, name: string, spent: number) =>
  to.set(name, (to.get(name) ?? 0) + spent);

const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/;
const OURS = /\/((?:apps|packages)\/[^/]+)\/src\//;

function packageOf({ callFrame: { functionName, url } }: Node): string {
  if (!url) return functionName.startsWith("(") ? functionName : "node, native";
  if (url.startsWith("node:")) return url.split("/")[0] ?? url;
  return PACKAGE.exec(url)?.[1] ?? OURS.exec(url)?.[1] ?? url;
}

function functionOf({ callFrame: { functionName, url, lineNumber } }: Node): string {
  const name = functionName || "(anonymous)";
  if (!url) return name;
  const path = url.startsWith("file:") ? fileURLToPath(url) : url;
  const short = path.replace(/.*\/node_modules\//, "").replace(/.*\/(?=(?:apps|packages)\/)/, "");
  return `${name} ${short}:${lineNumber + 1}`;
}
