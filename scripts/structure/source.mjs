// Reads the source files once, each with its imports and exports. Uses patterns, because TypeScript 7 offers
// scripts no parser. Patterns are reliable, because Biome formats the files.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";

const skipped = new Set(["node_modules", "migrations", "coverage", "dist"]);
const sourceFile = /\.(ts|tsx|mts|mjs|js|css)$/;

/** Returns every source file under the folders. `path` is relative to the root, with forward slashes. */
export function readTree(root, folders) {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => walk(root, folder));
}

function walk(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory())
      return skipped.has(entry.name) || entry.name.startsWith(".") ? [] : walk(root, path);
    if (!sourceFile.test(entry.name) || entry.name === "next-env.d.ts") return [];
    return [readSource(path, readFileSync(join(root, path), "utf8"))];
  });
}

export function readSource(path, text) {
  const code = withoutComments(text);
  return {
    path,
    stem: basename(path).replace(/\.[^.]+$/, ""),
    isTest: /\.test\.\w+$/.test(path) || /(^|\/)(test|e2e)\//.test(path),
    text,
    code,
    imports: importsOf(path, code),
    exports: exportsOf(code),
  };
}

export const lineAt = (text, index) => text.slice(0, index).split("\n").length;

function withoutComments(text) {
  const stringOrComment =
    /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return text.replace(stringOrComment, (found) =>
    found.startsWith("/") ? found.replace(/[^\n]/g, " ") : found,
  );
}

function importsOf(path, code) {
  const statements = /^(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?"([^"]+)"/gm;
  const calls = /(typeof\s+)?\bimport\(\s*"([^"]+)"/g;
  return [...code.matchAll(statements), ...code.matchAll(calls)].map((match) => {
    const [, type, specifier] = match;
    const target = specifier.startsWith(".")
      ? posix.join(posix.dirname(path), specifier)
      : undefined;
    return { specifier, target, typeOnly: Boolean(type), line: lineAt(code, match.index) };
  });
}

function exportsOf(code) {
  const statement =
    /^export\s+(?:declare\s+)?(type\b|interface\b|(?:async\s+)?function\*?|const\b|let\b|class\b|enum\b|default\b|\{|\*)\s*(\w+)?/gm;
  return [...code.matchAll(statement)].map((match) => {
    const from = /^export\s[^;]*?\sfrom\s+"/.test(code.slice(match.index).split(";")[0]);
    const kind = match[1].replace(/^async\s+|\*$/g, "") || "*";
    return { kind, name: match[2], again: from, line: lineAt(code, match.index) };
  });
}
