// Commands that work in a fresh clone start here, such as `npm start` and `npm test`. This file is plain
// JavaScript without libraries, because it runs before anything is installed, with the machine's own Node.
//
//   node scripts/run.mjs [step…] [-- file argument…]
//
// First it installs the pinned pnpm, and the pinned Node if the machine's own is too old (tools.mjs). Then it
// installs the dependencies, unless pnpm finds them up to date. Then it runs the steps, which are scripts of
// package.json or .mjs files, with the pinned pnpm and Node on PATH. A program may follow after `--`. Then
// standard output is the program's alone: everything before it writes to standard error. A user who may not
// write here runs what is installed and built.
import { spawn } from "node:child_process";
import { constants as access, accessSync, existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { alone } from "./alone.mjs";
import { hasNode, hasTools, installTools, toolPath } from "./tools.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const caller = process.env.INIT_CWD ?? process.cwd();
const dashes = process.argv.indexOf("--");
const steps = process.argv.slice(2, dashes < 0 ? undefined : dashes);
const program = dashes < 0 ? [] : process.argv.slice(dashes + 1);

// pnpm's install also runs this file, as the root's install script without steps; then there is nothing to do
const calledByPnpm = process.env.npm_config_user_agent?.startsWith("pnpm/") && !steps.length;
if (calledByPnpm && !program.length) process.exit(0);

const env = {
  ...process.env,
  PATH: toolPath + delimiter + process.env.PATH,
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
const run = (command, args, { onError, ...options } = {}) =>
  new Promise((done) => {
    if (told) return done(told);
    child = spawn(command, args, { cwd: root, env: toolEnv, stdio: "inherit", ...options });
    child.stderr?.on("data", (chunk) => {
      process.stderr.write(chunk);
      onError(String(chunk));
    });
    child.once("error", (error) => {
      console.error(error.message);
      done(1);
    });
    child.once("close", (code, signal) => done(code ?? 128 + constants.signals[signal]));
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

/** Whether nothing has to be installed. pnpm compares node_modules with the manifests and the lockfile. */
async function isInstalled() {
  if (!hasTools()) return false;
  // in the environment, because pnpm turns the check off there for the scripts that it runs
  const checking = { ...toolEnv, pnpm_config_verify_deps_before_run: "error" };
  const options = { env: checking, stdio: "ignore" };
  return (await run("pnpm", ["run", "--if-present", "no-script"], options)) === 0;
}

async function install() {
  if (told || (await isInstalled())) return told;
  const code = hasTools() ? 0 : await installTools(run);
  return code || run("pnpm", ["install", "--frozen-lockfile"], aside);
}

const isBuild = (step) => /\bbuild\b/.test(step);

function mayWrite() {
  try {
    for (const name of [".", "node_modules", ".tools", "apps/api/dist"])
      if (existsSync(join(root, name))) accessSync(join(root, name), access.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns why a user who may not write here cannot run the steps. Undefined if they can. */
function findLack() {
  const writing = steps.length
    ? steps.find((step) => !isBuild(step) && !step.endsWith(".mjs"))
    : "install";
  if (writing) return `\`${writing}\` has to. Run it in a checkout of your own.`;
  if (!hasNode()) return `Node ${process.version} is too old. Put a newer one on PATH.`;
  const there = (name) => existsSync(join(root, name));
  if (!there("node_modules") || !there("apps/api/dist/inputs.json"))
    return "it is not installed and built. Run `npm run stampbook -- --help` there as its owner.";
}

/** Installs what is missing. Returns an exit code. */
async function prepare() {
  if (isWritable) {
    if (await isInstalled()) return 0;
    return alone(join(root, ".install.lock"), install, {
      onWait: (owner) =>
        console.error(`Waiting for process ${owner}, which installs (.install.lock)`),
      stopped: () => told,
    });
  }
  const lack = findLack();
  const here = `This user may not write to ${resolve(root)}`;
  console.error(lack ? `${here}, and ${lack}` : `${here}, so nothing is installed or built first.`);
  return lack ? 1 : 0;
}

const isWritable = mayWrite();
let code = await prepare();
for (const step of isWritable ? steps : steps.filter((step) => !isBuild(step))) {
  if (code) break;
  code = step.endsWith(".mjs")
    ? await run("node", [join(root, step)], { ...aside, env })
    : await run("pnpm", ["run", step], aside);
}
if (!code && program.length)
  code = await run("node", [join(root, program[0]), ...program.slice(1)], { cwd: caller, env });
process.exitCode = code;
