import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A copy of the repository, in which sources may be changed. */
export type Tree = { readonly path: string; readonly remove: () => void };

/**
 * Copies to a temporary folder all files that Git tracks or would add. Installed packages and tools are hard
 * links if possible, else copies. The links to workspace packages are relative, so they lead to the copied
 * sources.
 */
export function copyTree(root: string): Tree {
  const path = mkdtempSync(join(tmpdir(), "stampbook-mutations-"));
  const remove = () => rmSync(path, { recursive: true, force: true });
  try {
    const files = listFiles(root);
    for (const file of files) copyInto(path, root, file);
    const places = files.filter((file) => /(^|\/)package\.json$/.test(file)).map(dirname);
    for (const place of [...places.map((each) => join(each, "node_modules")), ".tools"])
      link(join(root, place), join(path, place));
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function listFiles(root: string): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 << 20 });
  // Git also lists a file that was deleted without a commit
  return listed.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
}

function copyInto(path: string, root: string, file: string) {
  mkdirSync(dirname(join(path, file)), { recursive: true });
  copyFileSync(join(root, file), join(path, file));
}

function link(from: string, to: string) {
  if (!existsSync(from)) return;
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    // the copy is on another file system, or this cp has no -l
    rmSync(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to]);
  }
}
