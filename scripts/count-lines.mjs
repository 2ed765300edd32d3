// Counts the files and lines of each package: source and tests, and source files of at most 25 lines.
//
//   node scripts/count-lines.mjs [revision ...]     by default HEAD; the columns of several revisions stand side by side
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SMALL = 25;
const root = fileURLToPath(new URL("..", import.meta.url));
const isTest = (path) => /\.(test|spec|cases)\.\w+$|\/(test|e2e|testing)\//.test(path);

/** Returns `{ files, lines }` of each row of the table at a revision, by the row's name. */
function countAt(revision) {
  const patterns = ["*.ts", "*.tsx", "*.mjs"];
  const found = execFileSync("git", ["grep", "-c", "", revision, "--", ...patterns], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const counts = new Map();
  const add = (row, lines) => {
    const { files = 0, lines: before = 0 } = counts.get(row) ?? {};
    counts.set(row, { files: files + 1, lines: before + lines });
  };
  for (const line of found.trimEnd().split("\n")) {
    const [, path, count] = line.match(/^[^:]*:(.*):(\d+)$/);
    const lines = Number(count);
    const [, home = path.split("/")[0]] = path.match(/^((?:apps|packages)\/[^/]+)\//) ?? [];
    const kind = isTest(path) ? "tests" : "source";
    add(`${home} ${kind}`, lines);
    add(`all ${kind}`, lines);
    if (kind === "source" && lines <= SMALL) add(`source files of at most ${SMALL} lines`, lines);
  }
  return counts;
}

const revisions = process.argv.length > 2 ? process.argv.slice(2) : ["HEAD"];
const counted = revisions.map(countAt);
const rows = [...new Set(counted.flatMap((counts) => [...counts.keys()]))].sort();
console.log(`| | ${revisions.map((revision) => `${revision}: lines (files)`).join(" | ")} |`);
console.log(`|---|${"---:|".repeat(revisions.length)}`);
for (const row of rows) {
  const cells = counted.map((counts) => {
    const { files, lines } = counts.get(row) ?? { files: 0, lines: 0 };
    return `${lines} (${files})`;
  });
  console.log(`| ${row} | ${cells.join(" | ")} |`);
}
