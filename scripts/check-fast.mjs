// The checks of `npm run check:fast`: lint, structure and the types of changed packages. Also the core's
// `.rules.test.ts` files, and the core's tests beside files that changed since main. Every step runs, even
// after a failed one.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testsBeside } from "./tests-beside.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" });

/**
 * Returns the commit to compare with: where this branch left main, or the last commit if there is no main.
 */
function findBase() {
  try {
    return git("merge-base", "main", "HEAD").trim();
  } catch {
    return "HEAD";
  }
}

function findChanged() {
  const tracked = git("diff", "--name-only", findBase());
  return `${tracked}${git("ls-files", "--others", "--exclude-standard")}`.split("\n");
}

function filesIn(folder) {
  return existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
}

function passes(command, args, folder = ".") {
  const options = {
    cwd: join(root, folder),
    stdio: "inherit",
    shell: process.platform === "win32",
  };
  return spawnSync(command, args, options).status === 0;
}

function testCore() {
  const tests = testsBeside(findChanged(), filesIn);
  return passes("pnpm", ["exec", "vitest", "run", ...tests], "packages/core");
}

const turbo = (...args) => passes("pnpm", ["exec", "turbo", "run", ...args, "--continue=always"]);
const steps = [
  ["lint, structure", () => turbo("//#lint", "//#structure")],
  // without `--only`, turbo would first build the console, because its type check depends on the build
  ["types", () => turbo("typecheck", "--affected", "--only")],
  ["rules and the core's tests beside what changed", testCore],
];
const broken = steps.filter(([, passed]) => !passed());

console.log();
for (const [name] of broken) console.log(`✗ failed: ${name} (see above)`);
console.log(
  broken.length ? "Fast checks failed." : "Fast checks passed. npm test runs all of them.",
);
process.exitCode = broken.length ? 1 : 0;
