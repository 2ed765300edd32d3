// A small checkout with the real scripts/run.mjs, the real npm and the real pnpm, and a registry on this
// machine that has its tools.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { packageManager, scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
export const pnpm = `@pnpm/exe.${process.platform}-${process.arch}`;
export const node = `node-${process.platform}-${process.arch}`;
const versions = { [pnpm]: packageManager.replace("pnpm@", ""), [node]: "24.0.0" };

export const lockfile = `lockfileVersion: '9.0'
settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false
importers:
  .:
    dependencies:
      member:
        specifier: workspace:*
        version: link:packages/member
  packages/member: {}
`;

/** Its install script counts the installations in a file. Its bundle prints its arguments. */
const manifest = {
  packageManager,
  type: "module",
  scripts: { ...scripts, postinstall: "node -e \"fs.appendFileSync('installs', '.')\"" },
  dependencies: { member: "workspace:*" },
};
const files = {
  ".node-version": versions[node],
  "pnpm-workspace.yaml": "packages: [packages/*]\npmOnFail: ignore\nupdateNotifier: false\n",
  "pnpm-lock.yaml": lockfile,
  "packages/member/package.json": JSON.stringify({ name: "member", version: "1.0.0" }),
  "apps/api/scripts/build.mjs": `import { cpSync, mkdirSync, writeFileSync } from "node:fs";
mkdirSync("apps/api/dist", { recursive: true });
cpSync("source.js", "apps/api/dist/stampbook.js");
writeFileSync("apps/api/dist/inputs.json", "[]");
`,
  "source.js": `console.log(process.env.STAMPBOOK_TEST_NODE ?? "own", ...process.argv.slice(2));`,
};

/** Makes a checkout in which nothing is installed. `needs` are the versions of Node that can run it. */
export function makeCheckout(t, checksums, { needs = ">=20" } = {}) {
  const checkout = join(makeFolder(t), "checkout");
  const all = {
    ...files,
    "package.json": JSON.stringify({ ...manifest, engines: { node: needs } }),
    "scripts/tools.json": JSON.stringify(checksums),
  };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(checkout, name)), { recursive: true });
    writeFileSync(join(checkout, name), content);
  }
  for (const name of ["scripts/run.mjs", "scripts/alone.mjs", "scripts/tools.mjs", "bin/stampbook"])
    cpSync(join(root, name), join(checkout, name));
  return checkout;
}

/** Makes a folder that other users can read, and removes it after the test. */
function makeFolder(t) {
  const place = mkdtempSync(join(tmpdir(), "stampbook-run-"));
  chmodSync(place, 0o755);
  t.after(() => rmSync(place, { recursive: true, force: true }));
  return place;
}

/**
 * Starts a registry with the tools of this machine. `downloads` counts its downloads, and `tamper` changes
 * what it sends.
 */
export async function startRegistry(t) {
  const place = makeFolder(t);
  const binary = readFileSync(join(root, ".tools/node_modules", pnpm, "pnpm"));
  const script = `#!/bin/sh\nSTAMPBOOK_TEST_NODE=pinned exec "${process.execPath}" "$@"\n`;
  const tarballs = {
    [pnpm]: pack(place, pnpm, "pnpm", binary),
    [node]: pack(place, node, "bin/node", script),
  };
  const checksums = { [pnpm]: sha512(tarballs[pnpm]), [node]: sha512(tarballs[node]) };
  const registry = { checksums, downloads: 0, tamper: (bytes) => bytes };
  const server = createServer(({ url }, response) => {
    const name = decodeURIComponent(url).includes(pnpm) ? pnpm : node;
    const isDownload = url.endsWith(".tgz");
    if (isDownload) registry.downloads += 1;
    response.end(isDownload ? registry.tamper(tarballs[name]) : describe(name));
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  registry.address = `http://127.0.0.1:${server.address().port}/`;
  function describe(name) {
    const version = versions[name];
    const dist = { tarball: `${registry.address}${name}.tgz`, integrity: checksums[name] };
    return JSON.stringify({ name, versions: { [version]: { name, version, dist } } });
  }
  return registry;
}

const sha512 = (bytes) => `sha512-${createHash("sha512").update(bytes).digest("base64")}`;

/** Returns a package with one program. */
function pack(place, name, program, content) {
  const folder = join(place, basename(name), "package");
  mkdirSync(dirname(join(folder, program)), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version: versions[name] }));
  writeFileSync(join(folder, program), content, { mode: 0o755 });
  const command = ["-c", "-C", dirname(folder), "package"];
  return execFileSync("tar", command, { maxBuffer: 256 << 20 });
}

/** Runs a program to its end, with an empty home directory. Returns its exit code and its output. */
export async function run(cwd, [command, ...args], { address, env, user } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: join(cwd, "../home"),
      npm_config_registry: address ?? "http://127.0.0.1:9/",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code: child.exitCode, out, err };
}
