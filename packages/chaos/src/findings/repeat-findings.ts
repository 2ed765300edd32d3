import { fileURLToPath } from "node:url";
import { currentRun } from "@stampbook/db/testing";
import { type BytesReport, runBytes } from "../bytes/run-bytes.ts";
import { runVitest } from "../mutations/run-vitest.ts";
import type { RunSeen } from "../mutations/types.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** The findings of the second security review that let somebody in, or kept others out. */
const IDS = Array.from({ length: 11 }, (_, at) => `S${at + 1}`);

/** The API's tests that repeat a finding's proof, and name its id. */
const files = [
  "staff/accounts/invitation-link",
  "staff/security-events",
  "contract/large-bodies",
  "contract/transport",
  "shared-queues",
  "staff/accounts/tries",
  "staff/accounts/second-factor-reset",
  "staff/visits",
].map((name) => `apps/api/test/${name}.test.ts`);

/** A row of the table: what is tried, and what the product answers now. */
export type Row = {
  readonly id: string;
  readonly tried: string;
  readonly answers: string;
  readonly holds: boolean;
};

/**
 * Repeats the proofs against the bundled API in production mode: those of calls as tests, and those of
 * costly requests as `costly-bytes` does. Prints the table. Returns the number of rows that do not hold.
 */
export async function repeatFindings({ seconds }: { readonly seconds: number | null }) {
  const { adminUrl } = currentRun();
  const pattern = `\\bS(?:[1-9]|1[01])\\b`;
  const seen = await runVitest(root, files, { pattern, adminUrl, mode: "bundle" });
  if (seen.problem !== null) console.log(seen.problem);
  const rows = tableOf(seen, await runBytes(seconds ?? 3));
  for (const { id, holds, tried, answers } of rows)
    console.log([id.padEnd(4), holds ? "holds" : "FAILS", `${tried}: ${answers}`].join("  "));
  return rows.filter(({ holds }) => !holds).length + (seen.problem === null ? 0 : 1);
}

/** Makes the table. A finding without a proof has a row that does not hold. */
export function tableOf(seen: RunSeen, bytes: BytesReport): readonly Row[] {
  const found = [...rowsOfTests(seen), ...rowsOfBytes(bytes)];
  return IDS.flatMap((id) => {
    const own = found.filter((row) => row.id === id);
    return own.length ? own : [{ id, tried: "nothing", answers: "no proof ran", holds: false }];
  });
}

/** A row for each id in a test's title: `M6 (S6): each way …`. The title says what is answered. */
function rowsOfTests({ tests }: RunSeen): Row[] {
  return tests
    .filter(({ status }) => status !== "skipped")
    .flatMap(({ title, fullTitle, status, messages }) => {
      const [, ids = "", what = ""] = /^([^:]*): (.*)$/s.exec(title) ?? [];
      const holds = status === "passed";
      const group = fullTitle.slice(0, -title.length).replace(", of the bundle", "").trim();
      const answers = holds ? what : (messages[0] ?? "").split("\n", 1)[0] || "failed";
      return (ids.match(/\bS\d+\b/g) ?? []).map((id) => ({ id, tried: group, answers, holds }));
    });
}

/** A row for each kind of costly requests: the times of another merchant, and the answers of open calls. */
function rowsOfBytes({ figures, doors, faults }: BytesReport): Row[] {
  return figures.flatMap(({ phase, p50, statuses }) => {
    const [, id, tried = ""] = /^(S\d+): (.*)$/.exec(phase) ?? [];
    if (id === undefined) return [];
    const answered = doors.find((door) => door.startsWith(`${phase}: `))?.slice(phase.length + 2);
    const pings = `another's pings ${JSON.stringify(statuses)}, p50 ${p50.toFixed(1)} ms`;
    const holds = !faults.some((fault) => fault.startsWith(`${phase}: `));
    return [{ id, tried, answers: `${pings}; ${answered ?? ""}`, holds }];
  });
}
