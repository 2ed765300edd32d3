// Packs what production needs of this checkout, and nothing else, into release/. `npm run pack` builds first.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNeededFiles } from "./needed-files.mjs";
import { makeBom } from "./sbom.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const release = join(root, "release");

/** Runs a program, and returns what it writes to standard output. Throws if it fails. */
function run(command, args, options = {}) {
  const { status, stdout, error } = spawnSync(command, args, {
    ...{ cwd: root, encoding: "utf8", maxBuffer: 100_000_000 },
    ...{ stdio: ["ignore", "pipe", "inherit"], ...options },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`);
  return stdout.trim();
}

/** Returns the section of CHANGELOG.md about a version such as `0.1.0`. */
function notesOf(version) {
  const changes = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const section = changes.split(/^(?=## )/m).find((part) => part.startsWith(`## ${version} `));
  if (!section) throw new Error(`CHANGELOG.md has no section about ${version}.`);
  return section;
}

async function pack() {
  // the name of a commit is no input of the build, so the build is made again
  rmSync(join(root, "apps/api/dist/inputs.json"), { force: true });
  run(process.execPath, ["apps/api/scripts/build.mjs"]);
  const version = run(process.execPath, ["apps/api/dist/stampbook.js", "--version"]).split(" ")[1];
  const notes = notesOf(version.split("+")[0]);
  // the only part that a program of the processor and the operating system is in is the hash of passwords
  const name = `stampbook-${version}-${process.platform}-${process.arch}`;
  const tree = join(release, name);
  rmSync(release, { recursive: true, force: true });
  const files = await findNeededFiles(root);
  // `recursive` copies a link to a folder, as a link; the list names no folders
  const asLinks = { recursive: true, verbatimSymlinks: true };
  for (const file of files) cpSync(join(root, file), join(tree, file), asLinks);
  writeFileSync(join(tree, "sbom.cdx.json"), makeBom(root, files, version, run));

  const archive = `${name}.tar.gz`;
  const when = run("git", ["log", "-1", "--format=%cI"]);
  const same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=${when}`];
  run("tar", ["--create", "--gzip", ...same, "--mode=u=rwX,go=rX", `--file=${archive}`, name], {
    cwd: release,
  });
  writeFileSync(join(release, `${name}.md`), notes);
  cpSync(join(tree, "sbom.cdx.json"), join(release, `${name}.cdx.json`));
  const sums = [archive, `${name}.md`, `${name}.cdx.json`].map((file) => {
    const hash = createHash("sha256").update(readFileSync(join(release, file)));
    return `${hash.digest("hex")}  ${file}\n`;
  });
  writeFileSync(join(release, "SHA256SUMS"), sums.join(""));
  if (run("git", ["status", "--porcelain"]))
    console.error("This checkout has changes that are in no commit, and the release has them too.");
  console.log(join("release", archive));
}

await pack();
