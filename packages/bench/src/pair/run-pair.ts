import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { connect, inTransaction, runText } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { sql } from "drizzle-orm";
import { median, quartiles } from "../numbers.ts";
import { openRevision } from "../stage/revision.ts";
import { openStage, type Stage } from "../stage/stage.ts";
import { type Recorded, sizes } from "./calls.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
/** What another revision needs to record its statements. */
const recording = ["packages/bench/src/pair", "packages/bench/src/stage/one-by-one.ts"];
/** The number of rounds after which the rows that were rolled back are removed. */
const VACUUM_EVERY = 20;
const undone = new Error("undone");

/** One side: its statements, its connection, and the processor time that the connection's backend has spent. */
type Side = Awaited<ReturnType<typeof openSide>>;

/**
 * Compares an operation's statement in this checkout with the one of a Git revision: the processor time that
 * PostgreSQL's backend spends on it. Both run on one server, in databases of equal rows, in turns, and are
 * rolled back. Returns lines of text.
 */
export async function runPair(
  name: string,
  { against, rounds }: { readonly against: string; readonly rounds: number },
): Promise<readonly string[]> {
  const other = openRevision(root, against, recording);
  const stage = await openStage();
  const sides: Side[] = [];
  try {
    for (const [at, checkout] of [root, other.path].entries())
      sides.push(await openSide(stage, checkout, { name, database: `side_${at}` }));
    const spent = sizes.map(() => sides.map((): number[] => []));
    for (let round = 0; round < rounds; round++) {
      if (round % VACUUM_EVERY === 0) for (const { vacuum } of sides) await vacuum();
      for (const [index, ofSize] of spent.entries())
        for (const at of round % 2 ? [0, 1] : [1, 0])
          ofSize[at]?.push(await spend(sides[at] as Side, index, round));
    }
    return spent.map(([ours = [], theirs = []], index) => lineOf(sizes[index], ours, theirs));
  } finally {
    for (const { close } of sides) await close();
    await stage.close();
    other.remove();
  }
}

async function openSide(
  { postgres, sql: admin, directory }: Stage,
  checkout: string,
  { name, database }: { readonly name: string; readonly database: string },
) {
  await admin.unsafe(`create database ${database}`);
  const url = new URL(postgres.url);
  url.pathname = database;
  const file = join(directory, `${database}.json`);
  const program = join(checkout, "packages/bench/src/pair/record.ts");
  execFileSync(process.execPath, [program, name, url.href, file], { stdio: "inherit" });
  const options = { connections: 1, isPatient: true, migrate: false };
  const open = await connect({ url: url.href }, options);
  const rows: unknown = await open.db.execute(sql`select pg_backend_pid() as pid`);
  const [backend] = rows as { readonly pid: number }[];
  const clock = `/proc/${backend?.pid}/schedstat`;
  const client = openClient(url.href);
  return {
    recorded: JSON.parse(readFileSync(file, "utf8")) as Recorded,
    db: open.db,
    // the first number: nanoseconds on a processor
    spentUs: () => Number(readFileSync(clock, "utf8").split(" ")[0]) / 1_000,
    vacuum: () => client.unsafe("vacuum"),
    close: () => Promise.all([open.close(), client.end()]),
  };
}

/** Runs a batch and rolls it back. Returns the microseconds for each call. Throws if a call was refused. */
async function spend({ recorded, db, spentUs }: Side, index: number, round: number) {
  const { size = 0, batches = [] } = recorded[index] ?? {};
  const batch = batches[round % batches.length];
  if (!batch) throw new Error("Nothing was recorded.");
  let spent = 0;
  await inTransaction(db, async (tx) => {
    const before = spentUs();
    const rows = await runText(tx, batch.statement, batch.values);
    // the backend goes to sleep after its answer
    await turn();
    spent = spentUs() - before;
    if (rows.some(([, , done]) => done === null)) throw new Error("A call was not done again.");
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return spent / size;
}

/** The median of the rounds' ratios, with their quartiles, and the median times. */
function lineOf(size: number | undefined, ours: readonly number[], theirs: readonly number[]) {
  const ratios = ours.map((spent, round) => spent / (theirs[round] ?? Number.NaN));
  const [low, ratio, high] = quartiles(ratios).map((each) => each.toFixed(2));
  const times = `${median(ours).toFixed(0)} µs against ${median(theirs).toFixed(0)} µs a call`;
  return `${size} calls a statement: ${ratio} (quartiles ${low} – ${high}), ${times}`;
}
