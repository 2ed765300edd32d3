import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { after, test } from "node:test";
import { lockfile, makeCheckout, pnpm, run, startRegistry } from "./testing/small-checkout.mjs";

const registry = await startRegistry({ after });
const build = "apps/api/scripts/build.mjs";
const hello = ["node", "scripts/run.mjs", build, "--", "apps/api/dist/stampbook.js", "hello"];
const done = { code: 0, out: "own hello\n", err: "" };
const countInstalls = (checkout) => readFileSync(join(checkout, "installs"), "utf8").length;

async function assertRefused(checkout) {
  const { code, out, err } = await run(checkout, hello, registry);
  assert.deepEqual([code, out], [1, ""]);
  assert.match(err, /^The registry sent another file than the one whose checksum is in/m);
  assert.equal(existsSync(join(checkout, ".tools/node_modules", pnpm)), false);
}

test("T55: pnpm is refused if the repository has another checksum", async (t) => {
  const other = { ...registry.checksums, [pnpm]: `sha512-${"A".repeat(86)}==` };
  await assertRefused(makeCheckout(t, other));
});

test("T55: pnpm is refused if the registry sends another file", async (t) => {
  t.after(() => {
    registry.tamper = (bytes) => bytes;
  });
  registry.tamper = (bytes) => Buffer.concat([bytes, Buffer.alloc(512)]);
  await assertRefused(makeCheckout(t, registry.checksums));
});

test("a machine without a checksum for its tools gets no tools", async (t) => {
  const { code, err } = await run(makeCheckout(t, {}), hello, registry);
  assert.deepEqual(
    [code, err],
    [1, `scripts/tools.json has no ${pnpm}, so it cannot be installed here.\n`],
  );
});

test("commands that start at once in a fresh clone install once, and later ones need no network", async (t) => {
  const checkout = makeCheckout(t, registry.checksums);
  const before = registry.downloads;
  const command = ["npm", "run", "--silent", "stampbook", "--", "hello"];
  for (const { code, out, err } of await Promise.all(
    [1, 2, 3].map(() => run(checkout, command, registry)),
  ))
    assert.deepEqual([code, out], [0, done.out], err);
  assert.deepEqual([registry.downloads - before, countInstalls(checkout)], [1, 1]);

  assert.deepEqual(await run(checkout, command), done);
  assert.equal(countInstalls(checkout), 1);

  mkdirSync(join(checkout, "packages/another"));
  writeFileSync(join(checkout, "packages/another/package.json"), '{ "name": "another" }');
  writeFileSync(join(checkout, "pnpm-lock.yaml"), `${lockfile}  packages/another: {}\n`);
  // pnpm sets this for the scripts that it runs
  const env = { pnpm_config_verify_deps_before_run: "false" };
  assert.equal((await run(checkout, command, { env })).out, done.out);
  assert.equal(countInstalls(checkout), 2);
});

test("the pinned Node runs the program where the machine's own is too old", async (t) => {
  const checkout = makeCheckout(t, registry.checksums, { needs: ">=999" });
  const { code, out } = await run(checkout, hello, registry);
  assert.deepEqual([code, out], [0, "pinned hello\n"]);
});

test("a command that waits ends when it is told to, and leaves the lock to its owner", {
  skip: process.platform === "win32",
}, async (t) => {
  const checkout = makeCheckout(t, {});
  writeFileSync(join(checkout, ".install.lock"), String(process.pid));
  const files = readdirSync(checkout);
  const [command, ...args] = hello;
  const child = spawn(command, args, { cwd: checkout, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  for await (const chunk of child.stderr) {
    said += chunk;
    child.kill("SIGTERM");
  }
  if (child.exitCode === null) await once(child, "exit");
  assert.equal(said, `Waiting for process ${process.pid}, which installs (.install.lock)\n`);
  assert.equal(child.exitCode, 143);
  assert.deepEqual(readdirSync(checkout), files);
});

/**
 * Runs a command as a user who may not write to the checkout: nobody if this is root, else this user, without
 * the permission.
 */
async function runAsReader(checkout, [command, ...args]) {
  const isRoot = process.getuid() === 0;
  const folders = [
    checkout,
    ...["node_modules", "apps/api/dist"].map((name) => join(checkout, name)),
  ];
  const setModes = (mode) => {
    for (const folder of folders) if (existsSync(folder)) chmodSync(folder, mode);
  };
  // a copy of Node, because this one may be in root's home directory
  const node = join(checkout, "../node");
  if (!existsSync(node)) copyFileSync(process.execPath, node);
  assert.equal(command, "node");
  if (!isRoot) setModes(0o555);
  try {
    return await run(checkout, [node, ...args], { user: isRoot ? { uid: 65534, gid: 65534 } : {} });
  } finally {
    setModes(0o755);
  }
}

test("O5: a user who may not write runs what is installed and built", async (t) => {
  const checkout = makeCheckout(t, registry.checksums);
  assert.equal((await run(checkout, hello, registry)).code, 0);
  const here = `This user may not write to ${checkout}`;

  assert.deepEqual(await runAsReader(checkout, hello), {
    ...done,
    err: `${here}, so nothing is installed or built first.\n`,
  });
  assert.deepEqual(await runAsReader(checkout, ["node", "scripts/run.mjs", "check"]), {
    code: 1,
    out: "",
    err: `${here}, and \`check\` has to. Run it in a checkout of your own.\n`,
  });
});

test("O5: a user who may not write learns what is missing", async (t) => {
  const checkout = makeCheckout(t, registry.checksums);
  const here = `This user may not write to ${checkout}`;
  const unbuilt = `${here}, and it is not installed and built. Run \`npm run stampbook -- --help\` there as its owner.\n`;
  assert.deepEqual(await runAsReader(checkout, hello), { code: 1, out: "", err: unbuilt });

  const old = makeCheckout(t, registry.checksums, { needs: ">=999" });
  const { code, err } = await runAsReader(old, hello);
  assert.equal(code, 1);
  assert.match(err, /, and Node v\S+ is too old\. Put a newer one on PATH\.\n$/);
});

test("bin/stampbook runs the bundle from any directory, and says what it lacks", async (t) => {
  const checkout = makeCheckout(t, registry.checksums);
  const dist = join(checkout, "apps/api/dist");
  const elsewhere = join(checkout, "../elsewhere");
  mkdirSync(elsewhere);
  symlinkSync(join(checkout, "bin/stampbook"), join(elsewhere, "stampbook"));
  const command = ["./stampbook", "a b", "--c"];
  const fails = (says) => ({ code: 1, out: "", err: `stampbook: ${says}\n` });

  assert.deepEqual(
    await run(elsewhere, command),
    fails("It is not built. Run `npm run stampbook -- --help` in its checkout, as its owner."),
  );
  mkdirSync(dist);
  copyFileSync(join(checkout, "source.js"), join(dist, "stampbook.js"));
  assert.deepEqual(await run(elsewhere, command), { ...done, out: "own a b --c\n" });

  writeFileSync(join(elsewhere, "node"), "#!/bin/sh\necho v20.20.2\n", { mode: 0o755 });
  const env = { PATH: elsewhere + delimiter + process.env.PATH };
  assert.deepEqual(
    await run(elsewhere, command, { env }),
    fails("Node v20.20.2 is too old. Put Node 26 or newer on PATH."),
  );
  rmSync(join(elsewhere, "node"));
});
