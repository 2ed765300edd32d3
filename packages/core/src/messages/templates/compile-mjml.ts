import { type ExecFileException, execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { problemOfMjml } from "./mjml.rules.ts";
import type { CompiledMjml } from "./render-mjml.ts";

const program = fileURLToPath(new URL("./render-mjml.ts", import.meta.url));
const place = fileURLToPath(new URL(".", import.meta.url));
/**
 * The time limit of a compilation. On a busy machine, loading the compiler alone can take more than ten
 * seconds.
 */
const LONGEST_MS = 60_000;
const TOO_MUCH = "it takes too much to compile";
const MOST_BYTES = 4_000_000;

/** The latest results, by MJML text. A template is usually previewed before it is saved. */
const recent = new Map<string, CompiledMjml>();
const MOST_RECENT = 8;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Compiles an MJML text. Returns the HTML, or the problem of the text. Loading the compiler takes half a
 * second and 90 MB. Each compilation therefore runs in a separate process, one at a time, and delays no till.
 */
export async function compileMjml(mjml: string): Promise<CompiledMjml> {
  const problem = problemOfMjml(mjml);
  if (problem !== null) return { problem };
  const known = recent.get(mjml);
  if (known) return known;
  const compiling = turn.then(() => compileApart(mjml));
  turn = compiling.catch(() => {});
  const compiled = await compiling;
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
async function compileApart(mjml: string): Promise<CompiledMjml> {
  const limits = { timeout: LONGEST_MS, killSignal: "SIGKILL", maxBuffer: MOST_BYTES } as const;
  const answer = await new Promise<string | null>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ["--max-old-space-size=256", program],
      { ...limits, cwd: place, env: { NODE_ENV: "production" } },
      (error: ExecFileException | null, answer: string) => {
        if (error?.signal) resolve(null);
        else if (error) reject(error);
        else resolve(answer);
      },
    );
    // the child may end before it has read all input. The callback above then gets the error.
    child.stdin?.on("error", () => {}).end(mjml);
  });
  // parsed here, because an error thrown in the callback would end the process
  return answer === null ? { problem: TOO_MUCH } : JSON.parse(answer);
}
