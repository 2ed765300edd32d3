import { readFileSync } from "node:fs";
import type { Mutation } from "./types.ts";

/** All mutations of `mutations.txt`, in its order. */
export const mutations: readonly Mutation[] = readFileSync(
  new URL("mutations.txt", import.meta.url),
  "utf8",
)
  .split("\n\n")
  .filter((block) => block.includes("\n-"))
  .map(readMutation);

function readMutation(block: string): Mutation {
  const lines = block.trimEnd().split("\n");
  const [, ids = "", file = ""] = /^([\w, ]+) (\S+)$/.exec(lines[0] ?? "") ?? [];
  const [, testFile = "", name = ""] = /^(\S+?): (.+)$/.exec(lines.at(-1) ?? "") ?? [];
  const marked = (mark: string) =>
    lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : [])).join("\n");
  const mutation = { ids: ids.split(", "), file, find: marked("-"), replace: marked("+") };
  if (!file || !name) throw new SyntaxError(`This is no mutation:\n${block}`);
  return { ...mutation, test: { file: testFile, name } };
}
