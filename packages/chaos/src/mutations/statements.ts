import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder, with a slash at its end. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The core's sources, from `root`. */
export const SOURCES = "packages/core/src";

/** An operation with a statement of `writing`, and the tests that judge it. Paths are from `root`. */
export type JudgedStatement = {
  readonly name: string;
  /** The file of the statement. */
  readonly file: string;
  /** All tests that run it. The quick ones that find most come first. */
  readonly tests: readonly string[];
};

/** All operations with a statement of `writing`, in the order of their files. */
export function judgedStatements(): readonly JudgedStatement[] {
  return sourcesIn(`${SOURCES}/**/*.sql.ts`)
    .filter((file) => /\bbatchStatement</.test(readFileSync(join(root, file), "utf8")))
    .map((file) => ({ name: basename(file, ".sql.ts"), file, tests: testsAround(file) }));
}

/** The tests of a statement without the slow ones. */
export function quickTests({ tests }: JudgedStatement): readonly string[] {
  return tests.filter((file) => !slow.some((pattern) => pattern.test(file)));
}

/** In the order in which they run. */
const slow = [/\/rules-and-statement\./, /\/races\./, /\/plan\./];

/** The tests of the statement's folder, then those of the room that call all its operations. */
function testsAround(file: string): readonly string[] {
  const folder = dirname(file);
  const own = sourcesIn(`${folder}/*.test.ts`).sort((one, other) => placeOf(one) - placeOf(other));
  const room = sourcesIn(`${dirname(folder)}/*.test.ts`).filter((test) =>
    /\b(?:ways|operations)\b/.test(readFileSync(join(root, test), "utf8")),
  );
  return [...own, ...room].filter((test) => !test.endsWith(".rules.test.ts"));
}

function placeOf(file: string): number {
  if (file.endsWith("/guards.test.ts")) return 0;
  return 2 + slow.findIndex((pattern) => pattern.test(file));
}

const sourcesIn = (pattern: string) => globSync(pattern, { cwd: root }).sort();
