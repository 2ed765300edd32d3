// Checks docs/security.md: its table lists each threat and finding with the tests that cover it, and whether
// a mutation checks those tests.
//
//   node scripts/security-table.mjs           prints the problems of the table
//   node scripts/security-table.mjs --write   first adds tests whose titles begin with an id, removes tests
//                                             that no longer exist, and marks mutations
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folders = ["packages", "apps", "scripts"];
const testFile = /\.(test|spec)\.(ts|mjs)$/;
const skipped = new Set(["node_modules", "dist"]);
const numbered = (letter, count) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);

/**
 * Every id that needs a row: threats (T), the first review's high, medium and low findings (H, M, L), and the
 * second review's findings (S).
 */
export const ids = [
  ...numbered("T", 64),
  ...numbered("H", 3),
  ...numbered("M", 14),
  ...numbered("L", 11),
  ...numbered("S", 22),
];

/** Ids that still have no test. An id with a test must not be listed here. */
export const open = new Set();

/**
 * Returns the titles of tests and groups, by file. Finding them by pattern is reliable, because Biome formats
 * the files.
 */
export function readTitles(root) {
  const titles = new Map();
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name) && !entry.name.startsWith("."))
        walk(path);
      if (entry.isFile() && testFile.test(entry.name))
        titles.set(path, titlesOf(readFileSync(join(root, path), "utf8")));
    }
  };
  for (const folder of folders) if (existsSync(join(root, folder))) walk(folder);
  return titles;
}

/**
 * Returns the titles at the start of calls: `it("…`, `test.each([…])("…`, `describe("…`, `contract("…` and
 * others.
 */
export function titlesOf(text) {
  const call =
    /(?:\b(?:it|test|describe|contract|contractInProcess|onServer)[.\w]*|\))\(\s*(["`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...text.matchAll(call)].map(([, , title]) => title.replace(/\\(.)/g, "$1"));
}

/**
 * Returns the ids at the start of a title: M4 and T53 for `M4 (T53): refuses …`. Empty if the title has no
 * id.
 */
export function idsOf(title) {
  const [, first, others = ""] = /^([THMLS]\d+)(?: \(([^)]*)\))?:/.exec(title) ?? [];
  return first ? [first, ...others.split(/,\s*/).filter((word) => /^[THMLS]\d+$/.test(word))] : [];
}

/** Returns the rows of the document: id, description, tests, and whether the row has a mutation. */
export function readRows(document) {
  return [...document.matchAll(/^\| ([THMLS]\d+) \| (.*?) \| (.*?) \| (yes|–) \|$/gm)].map(
    ([line, id, about, cell, mutation]) => ({
      line,
      id,
      about,
      mutation,
      tests: cell === "–" ? [] : cell.split("<br>").map(readTest),
    }),
  );
}

function readTest(text) {
  const [, file = "", name = ""] = /^`([^`]+)`: (.*)$/.exec(text) ?? [];
  return { text, file, name: name.replaceAll("\\|", "|") };
}

export function writeRow({ id, about, tests, mutation }) {
  const cell = tests.map(({ file, name }) => `\`${file}\`: ${name.replaceAll("|", "\\|")}`);
  return `| ${id} | ${about} | ${cell.join("<br>") || "–"} | ${mutation} |`;
}

/** Returns the problems of the table as sentences. `mutated` are the ids that have a mutation. */
export function checkTable(rows, { titles, mutated, stillOpen = open }) {
  const found = [];
  for (const id of ids) {
    const count = rows.filter((row) => row.id === id).length;
    if (count !== 1) found.push(`${id} has ${count} rows; it needs one`);
  }
  for (const { id } of rows) if (!ids.includes(id)) found.push(`${id} is no id that is known`);
  for (const id of mutated)
    if (!rows.some((row) => row.id === id)) found.push(`the mutation ${id} has no row`);
  for (const { id, tests, mutation } of rows) {
    for (const { text, file, name } of tests)
      if (!name || !titles.get(file)?.some((title) => title.startsWith(name)))
        found.push(`${id}: there is no test ${text}`);
    for (const { file, title } of namedAfter(id, titles))
      if (!tests.some((test) => test.file === file && title.startsWith(test.name)))
        found.push(`${id}: "${title}" of ${file} is missing; --write adds it`);
    if (!tests.length && !stillOpen.has(id)) found.push(`${id} has no test`);
    if (tests.length && stillOpen.has(id)) found.push(`${id} has a test, so it is not open`);
    if ((mutation === "yes") !== mutated.has(id))
      found.push(`${id}: the column of mutations is not up to date; --write marks it`);
  }
  return found;
}

function namedAfter(id, titles) {
  return [...titles].flatMap(([file, own]) =>
    own.filter((title) => idsOf(title).includes(id)).map((title) => ({ file, title })),
  );
}

/**
 * Returns the rows with added tests, whose titles name the row's id, and without tests that no longer exist.
 */
export function renewRows(rows, { titles, mutated }) {
  return rows.map((row) => {
    const kept = row.tests.filter(({ file, name }) =>
      titles.get(file)?.some((title) => title.startsWith(name)),
    );
    const added = namedAfter(row.id, titles)
      .filter(
        ({ file, title }) =>
          !kept.some((test) => test.file === file && title.startsWith(test.name)),
      )
      .map(({ file, title }) => ({ file, name: title }));
    return { ...row, tests: [...kept, ...added], mutation: mutated.has(row.id) ? "yes" : "–" };
  });
}

/** Returns the ids for which packages/chaos has a mutation. */
export async function readMutated(root) {
  const { mutations } = await import(join(root, "packages/chaos/src/mutations/mutations.ts"));
  return new Set(mutations.flatMap(({ ids }) => ids));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const file = join(root, "docs/security.md");
  let document = readFileSync(file, "utf8");
  const seen = { titles: readTitles(root), mutated: await readMutated(root) };
  if (process.argv.includes("--write")) {
    const rows = readRows(document);
    for (const [at, row] of renewRows(rows, seen).entries())
      document = document.replace(rows[at].line, () => writeRow(row));
    writeFileSync(file, document);
  }
  const found = checkTable(readRows(document), seen);
  for (const each of found) console.error(each);
  process.exitCode = found.length ? 1 : 0;
}
