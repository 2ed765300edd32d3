import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Git revision's files in a temporary directory. */
export type Revision = { readonly path: string; readonly remove: () => void };

/** What the packages, the API and the API's tests read. */
const places = [
  "packages",
  "apps/api",
  "docs/*.md",
  "examples",
  "package.json",
  "tsconfig.base.json",
];

/**
 * Writes the packages and the API of a Git revision of `root` into a temporary directory, with the installed
 * packages of `root`. Copies the paths of `own` from `root`. Throws Git's error for an unknown revision.
 */
export function openRevision(
  root: string,
  revision: string,
  own: readonly string[] = [],
): Revision {
  const path = mkdtempSync(join(tmpdir(), "stampbook-revision-"));
  const remove = () => rmSync(path, { recursive: true, force: true });
  try {
    const how = { cwd: root, maxBuffer: 1 << 30 };
    const input = execFileSync("git", ["archive", revision, ...places], how);
    execFileSync("tar", ["-x", "-C", path], { input });
    symlinkSync(join(root, "node_modules"), join(path, "node_modules"));
    const packages = readdirSync(join(path, "packages")).map((name) => `packages/${name}`);
    const modules = [...packages, "apps/api"].map((each) => `${each}/node_modules`);
    // the links to packages of the workspace are relative, so they lead to those of the revision
    for (const each of [...modules.filter((each) => existsSync(join(root, each))), ...own])
      cpSync(join(root, each), join(path, each), { recursive: true, verbatimSymlinks: true });
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
