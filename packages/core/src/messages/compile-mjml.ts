import { type ExecFileException, execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { problemOfMjml } from "./mjml.rules.ts";
import type { CompiledMjml } from "./render-mjml.ts";

const program = fileURLToPath(new URL("./render-mjml.ts", import.meta.url));
const place = fileURLToPath(new URL(".", import.meta.url));
/** Loading the compiler alone takes ten seconds and more on a machine that is busy. */
const LONGEST_MS = 60_000;
const TOO_MUCH = "it takes too much to compile";
const MOST_BYTES = 4_000_000;

/** What was compiled last: what is tried first is saved next. */
const recent = new Map<string, CompiledMjml>();
const MOST_RECENT = 8;
let turn: Promise<unknown> = Promise.resolve();

/**
 * The HTML of an MJML text, or what is wrong with it. The compiler runs in a process of its own, one
 * at a time: it takes half a second and 90 MB to load, and no till shall wait for a mail's looks.
 */
export async function compileMjml(mjml: string): Promise<CompiledMjml> {
  const problem = problemOfMjml(mjml);
  if (problem !== null) return { problem };
  const known = recent.get(mjml);
  if (known) return known;
  const compiling = turn.then(() => compileApart(mjml));
  turn = compiling.catch(() => {});
  const compiled = await compiling;
  // the machine may have been busy: tried again, it may not take too much
  if ("problem" in compiled && compiled.problem === TOO_MUCH) return compiled;
  recent.set(mjml, compiled);
  for (const oldest of recent.keys()) if (recent.size > MOST_RECENT) recent.delete(oldest);
  return compiled;
}

/** Without the environment, which holds keys, and where nobody's settings for the compiler lie. */
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
    // it may end before it has read all; why, is told above
    child.stdin?.on("error", () => {}).end(mjml);
  });
  // read here, because what the callback throws ends the process
  return answer === null ? { problem: TOO_MUCH } : JSON.parse(answer);
}
