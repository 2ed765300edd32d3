import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder, with a slash at its end. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The folder of the core's sources, relative to `root`. */
export const SOURCES = "packages/core/src";

/**
 * An operation whose statement runs batches of calls (core: `writing`), and the tests that judge the
 * statement. Paths are relative to `root`.
 */
export type JudgedStatement = {
  readonly name: string;
  /** The file of the statement. */
  readonly file: string;
  /** All tests that run the statement. The quick tests that find most faults are first. */
  readonly tests: readonly string[];
};

/** Returns all operations with a batch statement, in the order of their files. */
export function judgedStatements(): readonly JudgedStatement[] {
  return sourcesIn(`${SOURCES}/**/*.sql.ts`)
    .filter((file) => /\bbatchStatement</.test(readFileSync(join(root, file), "utf8")))
    .map((file) => ({ name: basename(file, ".sql.ts"), file, tests: testsAround(file) }));
}

/** Returns the tests of a statement, without the slow tests. */
export function quickTests({ tests }: JudgedStatement): readonly string[] {
  return tests.filter((file) => !slow.some((pattern) => pattern.test(file)));
}

/** Patterns of slow test files, in the order in which they run. */
const slow = [/\/worlds[-.]/, /\/races\./, /\/plan\./];

/**
 * Finds the tests that run a statement, in this order:
 * - all tests in the statement's folder;
 * - tests in its room (the folder above) that call all operations of the room;
 * - tests in other rooms that the statement's SQL imports, if they call the operation's function.
 *
 * Leaves out tests of rules, which run no statement.
 */
function testsAround(file: string): readonly string[] {
  const folder = dirname(file);
  const own = sourcesIn(`${folder}/*.test.ts`).sort((one, other) => placeOf(one) - placeOf(other));
  const room = testsWith(dirname(folder), /\b(?:ways|operations)\b/);
  const verb = basename(file, ".sql.ts").replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const shared = roomsOf(file).flatMap((each) => testsWith(each, new RegExp(`\\b${verb}\\b`)));
  const all = new Set([...own, ...room, ...shared]);
  return [...all].filter((test) => !test.endsWith(".rules.test.ts"));
}

const testsWith = (folder: string, text: RegExp) =>
  sourcesIn(`${folder}/*.test.ts`).filter((test) =>
    text.test(readFileSync(join(root, test), "utf8")),
  );

/** Returns the folders of the other rooms that a source imports. */
function roomsOf(file: string): readonly string[] {
  const source = readFileSync(join(root, file), "utf8");
  return [...source.matchAll(/ from "(\.\.\/[^"]+)\/index\.ts"/g)].map(([, room = ""]) =>
    join(dirname(file), room),
  );
}

function placeOf(file: string): number {
  if (file.endsWith("/guards.test.ts")) return 0;
  return 2 + slow.findIndex((pattern) => pattern.test(file));
}

const sourcesIn = (pattern: string) => globSync(pattern, { cwd: root }).sort();
