// Runs the checks of `npm test`, or with `more` those of `npm run test:more`. Every step runs, so that one run
// reports every problem.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { clearReports, countTests, tell } from "./count-tests.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const part = process.argv[2] === "more" ? "more" : "test";
const steps =
  part === "more"
    ? [
        ["tests", ["run", "test:more", "--concurrency=2"]],
        ["journeys", ["run", "journeys:more"]],
        ["packed release", ["run", "packed:more"]],
      ]
    : [
        ["boundaries", ["boundaries"]],
        ["lint, structure, types, build", ["run", "//#lint", "//#structure", "typecheck", "build"]],
        // runs after the build, because tests that start databases need the machine to themselves
        ["tests", ["run", "//#test:scripts", "test", "--concurrency=2"]],
        // one after the other, because each starts several servers at once
        ["journeys", ["run", "journeys"]],
        ["deployed topology", ["run", "deployed"]],
      ];

clearReports(root, part);
const broken = steps.filter(([, args]) => {
  const options = args[0] === "run" ? ["--continue=always"] : [];
  const { status } = spawnSync("turbo", [...args, ...options], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  return status !== 0;
});

const total = countTests(root, part);
console.log();
for (const [name] of broken) console.log(`✗ failed: ${name} (see above)`);
tell(total);
process.exitCode = broken.length || total.failed ? 1 : 0;
