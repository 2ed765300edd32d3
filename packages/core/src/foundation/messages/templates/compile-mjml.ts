import { type ExecFileException, execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Failure, tooBusy } from "../../failures.ts";
import { createFairQueue } from "../../fair-queue.ts";
import { problemOfMjml } from "./mjml.rules.ts";
import type { CompiledMjml } from "./render-mjml.ts";

const program = fileURLToPath(new URL("./render-mjml.ts", import.meta.url));
const place = fileURLToPath(new URL(".", import.meta.url));
/** The time limits of loading the compiler, which takes long on a busy machine, and then of a compilation. */
const LONGEST_START_MS = 60_000;
const LONGEST_MS = 5_000;
const TOO_MUCH = "it takes too much to compile";
const MOST_BYTES = 4_000_000;

/** The latest results, by MJML text. A template is usually previewed before it is saved. */
const recent = new Map<string, CompiledMjml>();
const MOST_RECENT = 8;

/** The compilations. Loading the compiler takes half a second and 90 MB, so only one runs at a time. */
const queue = createFairQueue({
  ...{ atOnce: 1, waiting: 10, waitingOfMerchant: 1, waitMs: LONGEST_START_MS },
  rule: "no more templates wait than can soon be compiled",
});

/**
 * Compiles an MJML text. Returns the HTML, or the problem of the text. Each compilation runs in a separate
 * process, one at a time, and delays no till. It ends when its caller has gone. Throws `overloaded` if one of
 * the merchant already waits, or too many of all merchants.
 */
export async function compileMjml(mjml: string): Promise<CompiledMjml> {
  const problem = problemOfMjml(mjml);
  if (problem !== null) return { problem };
  const known = recent.get(mjml);
  if (known) return known;
  const compiled = await queue.run(
    async (signal) => recent.get(mjml) ?? compileApart(mjml, signal),
  );
  // not cached: on a less busy machine the same text may compile
  if ("problem" in compiled && compiled.problem === TOO_MUCH) return compiled;
  recent.set(mjml, compiled);
  for (const oldest of recent.keys()) if (recent.size > MOST_RECENT) recent.delete(oldest);
  return compiled;
}

/**
 * Runs the compiler without our environment variables, which contain keys, and in a directory without
 * compiler settings.
 */
async function compileApart(mjml: string, signal: AbortSignal | undefined): Promise<CompiledMjml> {
  const limits = {
    timeout: LONGEST_START_MS,
    killSignal: "SIGKILL",
    maxBuffer: MOST_BYTES,
  } as const;
  let alarm: NodeJS.Timeout | undefined;
  const answer = await new Promise<string | null>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ["--max-old-space-size=256", program],
      { ...limits, ...(signal && { signal }), cwd: place, env: { NODE_ENV: "production" } },
      (error: ExecFileException | null, answer: string) => {
        clearTimeout(alarm);
        if (signal?.aborted) reject(new Failure(tooBusy));
        else if (error?.signal) resolve(null);
        else if (error) reject(error);
        else resolve(answer);
      },
    );
    // the first output says that the compiler is loaded
    child.stdout?.once("data", () => {
      alarm = setTimeout(() => child.kill("SIGKILL"), LONGEST_MS);
    });
    // the child may end before it has read all input. The callback above then gets the error.
    child.stdin?.on("error", () => {}).end(mjml);
  });
  // parsed here, because an error thrown in the callback would end the process
  return answer === null ? { problem: TOO_MUCH } : JSON.parse(answer);
}
