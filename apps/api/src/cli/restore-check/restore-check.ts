import {
  BadAddress,
  BadDump,
  type DumpFile,
  lookAtDump,
  readAddress,
  restoreDump,
  type ScratchDatabase,
  withScratch,
} from "@stampbook/db";
import type { Env } from "../../env.ts";
import { hasSecretKey } from "../../secret-key.ts";
import { asJson, readArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { type Finding, lineOf } from "../finding.ts";
import { Refused, WrongUsage } from "../usage.ts";
import { lookIntoCopy } from "./look-into-copy.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * `restore-check <dump>`: restores a dump into a scratch database, checks it there with the keys of the settings,
 * and drops it again, also after Ctrl-C. Exits with 1 if the dump cannot be restored or a check fails.
 */
export const restoreCheckCommand: Command = async (args, { env, out, err }) => {
  const { values, positional: path } = readArguments("restore-check", args);
  const settings = env();
  const url = serverOf(settings, values.server);
  if (values.keep && url === undefined)
    throw new WrongUsage(
      "--keep takes a server, in --server or DATABASE_URL: the embedded one is removed at the end.",
    );
  if (!hasSecretKey(settings))
    throw new Refused("SECRET_KEY is missing: set the key with which the dump is to be used.");
  const dump = await lookAtDump(path);
  const findings: Finding[] = [];
  const tell = (finding: Finding) => {
    findings.push(finding);
    if (!values.json) out.write(lineOf(finding));
  };
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Refused("Interrupted."));
  for (const signal of signals) process.on(signal, onSignal);
  try {
    await withScratch({ url, signal: stop.signal, keep: values.keep }, async (scratch) => {
      err.write(`${announcement(path, scratch, values.keep)}\n`);
      tell(await restored(path, dump, scratch, stop.signal));
      if (findings.every(({ ok }) => ok)) await lookIntoCopy(settings, scratch, tell);
    });
  } catch (error) {
    // what was interrupted fails in its own way, such as initdb
    throw stop.signal.aborted ? new Refused("Interrupted. The copy was removed.") : error;
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
  const wrong = findings.flatMap(({ ok, of }) => (ok ? [] : [of]));
  if (values.json) out.write(asJson({ isUsable: !wrong.length, findings }));
  else
    out.write(
      wrong.length
        ? `Do not rely on this dump with these settings: ${wrong.join(", ")}.\n`
        : "This dump can be restored and used with these settings.\n",
    );
  return wrong.length ? 1 : 0;
};

/** Returns the address of the server to use; undefined for the embedded one. */
function serverOf({ database }: Env, given: string | undefined): string | undefined {
  if (given === undefined) return "url" in database ? database.url : undefined;
  try {
    readAddress(given);
    return given;
  } catch (error) {
    throw error instanceof BadAddress ? new WrongUsage(`--server ${error.says}.`) : error;
  }
}

function announcement(path: string, { name, others }: ScratchDatabase, keep: boolean): string {
  const lines = [`Restoring ${path} into the new database ${name}.`];
  if (keep) lines.push(`It stays. When you have looked at it: DROP DATABASE ${name};`);
  if (others.length)
    lines.push(`Earlier runs left ${others.join(", ")} (kept, or killed). Drop what no run uses.`);
  return lines.join("\n");
}

async function restored(
  path: string,
  dump: DumpFile,
  scratch: ScratchDatabase,
  signal: AbortSignal,
): Promise<Finding> {
  const of = "dump";
  const since = performance.now();
  try {
    await restoreDump(path, dump, scratch.url, signal);
  } catch (error) {
    if (!(error instanceof BadDump)) throw error;
    return { ok: false, of, says: error.message };
  }
  const seconds = ((performance.now() - since) / 1_000).toFixed(1);
  const size = dump.bytes ? `, ${Math.ceil(dump.bytes / 1e3).toLocaleString("en")} kB` : "";
  return { ok: true, of, says: `${dump.form}${size}, restored in ${seconds} s` };
}
