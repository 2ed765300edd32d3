import { spawn } from "node:child_process";

const LONGEST_MS = 15 * 60_000;

/** The working directory of a program, and the PostgreSQL server that its tests use. */
export type Surroundings = { readonly cwd: string; readonly adminUrl: string };

/** Runs a Node program to its end, or kills it after a quarter of an hour. Returns the whole output. */
export function runProgram(
  args: readonly string[],
  { cwd, adminUrl }: Surroundings,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: environmentWith(adminUrl),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LONGEST_MS,
      killSignal: "SIGKILL",
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    child.on("error", reject);
    child.on("close", () => resolve(said));
  });
}

/**
 * Returns the environment of a program, with the server of `adminUrl`, and without the variables of the test
 * run that started it. Those name a database template of the unchanged sources.
 */
function environmentWith(adminUrl: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|STAMPBOOK_TEST_RUN$|NODE_ENV$|DATABASE_URL$)/.test(name),
  );
  return { ...Object.fromEntries(others), TEST_DATABASE_URL: adminUrl };
}
