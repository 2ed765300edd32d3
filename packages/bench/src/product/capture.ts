import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Stage } from "../stage/stage.ts";

/** A statement as the database received it. */
export type Seen = { readonly text: string; readonly parameters: readonly (string | null)[] };

const ENTRY = /^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[(\d+)\] (\w+):\s{2}/;
const EXECUTE = /^execute [^:]*: /;
const PARAMETER = /\$(\d+) = (?:NULL|'((?:[^']|'')*)')/g;

/** Runs `work`. Returns the statements that the database's log shows meanwhile, as in `statementsIn`. */
export async function captureStatements(
  { sql, postgres }: Stage,
  work: () => Promise<void>,
): Promise<readonly Seen[]> {
  const log = join(postgres.directory, "server.log");
  await sql`alter system set log_statement = 'all'`;
  await sql`select pg_reload_conf()`;
  // the server answers the reload before its processes have the setting
  while ((await sql`show log_statement`)[0]?.log_statement !== "all") await pause(5);
  try {
    const from = statSync(log).size;
    await work();
    return statementsIn(readFileSync(log).subarray(from).toString("utf8"));
  } finally {
    await sql`alter system reset log_statement`;
    await sql`select pg_reload_conf()`;
  }
}

/** The statements in a server's log that were sent by the extended protocol, with their parameters. */
export function statementsIn(log: string): readonly Seen[] {
  const seen: { text: string; parameters: readonly (string | null)[] }[] = [];
  const last = new Map<string, number>();
  for (const entry of log.split(/\n(?!\t)/)) {
    const [head, process, kind] = ENTRY.exec(entry) ?? [];
    if (head === undefined || process === undefined) continue;
    const said = entry.slice(head.length).replaceAll("\n\t", "\n");
    if (kind === "LOG" && EXECUTE.test(said)) {
      last.set(process, seen.length);
      seen.push({ text: said.replace(EXECUTE, ""), parameters: [] });
    }
    const at = last.get(process);
    if (kind !== "DETAIL" || at === undefined || !said.startsWith("parameters: ")) continue;
    seen[at] = { text: seen[at]?.text ?? "", parameters: parametersIn(said) };
  }
  return seen;
}

function parametersIn(said: string): (string | null)[] {
  const found: (string | null)[] = [];
  for (const [, at, value] of said.matchAll(PARAMETER))
    found[Number(at) - 1] = value === undefined ? null : value.replaceAll("''", "'");
  return found;
}
