import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What another revision needs to record its statements. */
const own = ["packages/bench/src/pair", "packages/bench/src/stage/one-by-one.ts"];

/**
 * Writes the packages of a Git revision of `root` into a temporary directory, with the installed packages of
 * `root`. Throws Git's error for an unknown revision.
 */
export function openRevision(root: string, revision: string) {
  const path = mkdtempSync(join(tmpdir(), "stampbook-pair-"));
  const remove = () => rmSync(path, { recursive: true, force: true });
  try {
    const how = { cwd: root, maxBuffer: 1 << 30 };
    const input = execFileSync("git", ["archive", revision, "packages"], how);
    execFileSync("tar", ["-x", "-C", path], { input });
    symlinkSync(join(root, "node_modules"), join(path, "node_modules"));
    const packages = readdirSync(join(path, "packages")).map((name) => `packages/${name}`);
    const modules = packages.map((each) => `${each}/node_modules`);
    // the links to packages of the workspace are relative, so they lead to those of the revision
    for (const each of [...modules.filter((each) => existsSync(join(root, each))), ...own])
      cpSync(join(root, each), join(path, each), { recursive: true, verbatimSymlinks: true });
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
