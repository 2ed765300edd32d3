import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { inherited, openRevision } from "@stampbook/bench/stage";
import { currentRun, readMigrations } from "@stampbook/db/testing";
import { SECRET_KEY } from "../kills/victims.ts";
import { runVitest } from "../mutations/run-vitest.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const migrations = "packages/db/migrations";
const newest = `${migrations}/${readMigrations().at(-1)?.name}.sql`;
const execute = promisify(execFile);

/** The bundled API and command line of a version. */
export type Version = {
  readonly server: string;
  /** Runs `stampbook` with a database. Returns what it prints. Throws if it fails. */
  readonly run: (url: string, ...words: readonly string[]) => Promise<string>;
};

export const versionIn = (path: string): Version => ({
  server: join(path, "apps/api/dist/server.js"),
  run: async (url, ...words) => {
    const env = { ...inherited(), DATABASE_URL: url, SECRET_KEY };
    const program = join(path, "apps/api/dist/stampbook.js");
    return (await execute(process.execPath, [program, ...words], { env })).stdout;
  },
});

export const thisVersion: Version = versionIn(root);

/** The version before the newest migration, in a temporary directory. */
export type Previous = Version & { readonly path: string; readonly remove: () => void };

/**
 * Returns the commit before the one that added the newest migration, or the newest commit if that migration
 * is not committed yet. Null without the Git history that it needs, as in a shallow clone.
 */
export function findPrevious(): string | null {
  try {
    const added = git("log", "-1", "--diff-filter=A", "--format=%H", "--", newest);
    return git("rev-parse", "--verify", "--quiet", added ? `${added}^` : "HEAD");
  } catch {
    return null;
  }
}

/** What to do where `findPrevious` returns null. */
export const missingHistory =
  "The upgrade from the previous version needs the commit before the newest migration: `git fetch --unshallow` brings it.";

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
}

/**
 * Builds the bundle of a commit with the packages that are installed here. Throws if they are no longer those
 * that it needs.
 */
export async function openPrevious(commit: string): Promise<Previous> {
  const revision = openRevision(root, commit);
  try {
    await execute(process.execPath, [join(revision.path, "apps/api/scripts/build.mjs")]);
    return { ...revision, ...versionIn(revision.path) };
  } catch (error) {
    revision.remove();
    throw error;
  }
}

/**
 * Runs tests of the previous version whose databases are made by the migrations of this version and a
 * further `change`. Returns what has not passed, and the number of those that have.
 */
export async function testOnNewTables(
  { path }: Previous,
  files: readonly string[],
  { pattern = ".", change = "" } = {},
) {
  rmSync(join(path, migrations), { recursive: true });
  cpSync(join(root, migrations), join(path, migrations), { recursive: true });
  if (change) appendFileSync(join(path, newest), `\n--> statement-breakpoint\n${change}`);
  const { adminUrl } = currentRun();
  const { tests, problem } = await runVitest(path, files, { pattern, adminUrl });
  const failed = tests.filter(({ status }) => status === "failed").map(({ title }) => title);
  const passed = tests.filter(({ status }) => status === "passed").length;
  return { failures: problem ? [problem, ...failed] : failed, passed };
}
