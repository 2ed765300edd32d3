import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BadDump, CannotRestore, type DumpFile } from "./dump-file.ts";
import { libpqEnvironment } from "./libpq.ts";
import { safeScript } from "./script.ts";

/** The most bytes of a program's messages that are kept. The first error is the cause of all others. */
const MOST_MESSAGES = 65_536;

const archiveOptions = [
  "--exit-on-error",
  "--no-owner",
  "--no-privileges",
  // a restored subscription would connect to its publisher
  "--no-publications",
  "--no-subscriptions",
];
const scriptOptions = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-"];

/**
 * Restores a dump into an empty database, by PostgreSQL's own `pg_restore` or `psql`. Ends the program and
 * rejects when the signal is aborted. Throws `BadDump` if the dump cannot be restored, and `CannotRestore` if the
 * program is missing.
 */
export async function restoreDump(
  path: string,
  { open }: DumpFile,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const { PGDATABASE = "", ...env } = libpqEnvironment(url);
  const program = open ? "psql" : "pg_restore";
  const options = open ? scriptOptions : archiveOptions;
  const child = spawn(
    program,
    [...options, `--dbname=${PGDATABASE}`, ...(open ? [] : ["--", path])],
    {
      env,
      stdio: [open ? "pipe" : "ignore", "ignore", "pipe"],
      // in a process group of its own, so that Ctrl-C reaches only this process, which ends it
      detached: true,
    },
  );
  let messages = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    if (messages.length < MOST_MESSAGES) messages += chunk.toString();
  });
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop);
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject).once("close", resolve);
    });
    const written =
      open && child.stdin ? pipeline(Readable.from(safeScript(open())), child.stdin) : null;
    // psql is not left waiting for the rest of a script that is refused
    written?.catch(stop);
    const [status, script] = await Promise.all([
      ended,
      written?.then(
        () => null,
        (error: unknown) => error,
      ),
    ]);
    signal.throwIfAborted();
    // a program that fails closes its input, so its own message comes before that error
    if (script instanceof BadDump) throw script;
    if (status !== 0 && firstError(messages)) throw new BadDump(explain(program, messages));
    if (script) throw asBadDump(script);
    if (status !== 0) throw new BadDump(`${program} failed with status ${status}.`);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" || !syscall?.startsWith("spawn")) throw error;
    throw new CannotRestore(
      `There is no ${program} on PATH, and the embedded database brings none. Install PostgreSQL's client programs of the server's version or newer, such as postgresql-client on Debian.`,
    );
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** The first error in a program's messages, without details and context, which show rows. */
const firstError = (messages: string) => /\b(?:error|ERROR|FATAL):\s+(.*)/.exec(messages)?.[1];

function explain(program: string, messages: string): string {
  const error = firstError(messages) ?? "";
  const hint = /unsupported version/.test(error)
    ? ` It was made by a newer pg_dump: put the ${program} of that version or a newer one on PATH.`
    : /unrecognized configuration parameter/.test(error)
      ? " It was made from a newer PostgreSQL than the server's."
      : "";
  return `The dump cannot be restored: ${program}: ${error.replace(/\.$/, "")}.${hint}`;
}

function asBadDump(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === "Z_BUF_ERROR" || code === "Z_DATA_ERROR"
    ? new BadDump("The dump is cut off or damaged: it cannot be decompressed.")
    : error;
}
