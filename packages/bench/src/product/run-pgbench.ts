import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { planOnce } from "@stampbook/db";
import type { Stage } from "../stage/stage.ts";
import type { Script } from "./pgbench-script.ts";

/** The calls that pgbench reports: all, and those after the warm-up. */
export type PgbenchRun = {
  readonly all: number;
  readonly calls: number;
  readonly perSecond: number;
};

/** As many connections as the service has. */
export const PGBENCH_CLIENTS = 8;

/** The seconds at the start that do not count, because pgbench connects and plans then. */
export const PGBENCH_WARM_UP = 1;

export type PgbenchOptions = {
  readonly seconds: number;
  readonly variables: Readonly<Record<string, number>>;
  /** Called with the process id when pgbench starts. */
  readonly onStart: (pid: number) => void;
  /** Called when the warm-up is over. */
  readonly onWarm: () => void;
};

/** Runs a script with prepared statements for the given seconds after a warm-up. Fails if any call failed. */
export async function runPgbench(
  stage: Stage,
  program: string,
  script: Script,
  { seconds, variables, onStart, onWarm }: PgbenchOptions,
): Promise<PgbenchRun> {
  const file = join(stage.directory, "pgbench.sql");
  writeFileSync(file, script.text);
  const address = new URL(stage.url);
  const defined = Object.entries({ ...script.defined, ...variables });
  const child = spawn(
    program,
    [
      "--no-vacuum",
      "--protocol=prepared",
      `--client=${PGBENCH_CLIENTS}`,
      "--jobs=2",
      `--time=${seconds + PGBENCH_WARM_UP}`,
      `--progress=${PGBENCH_WARM_UP}`,
      `--file=${file}`,
      ...defined.flatMap(([name, value]) => ["-D", `${name}=${value}`]),
      `--host=${address.hostname}`,
      `--port=${address.port}`,
      `--username=${address.username}`,
      address.pathname.slice(1),
    ],
    {
      env: {
        PGPASSWORD: address.password,
        PGOPTIONS: `-c plan_cache_mode=${planOnce.plan_cache_mode}`,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  onStart(child.pid ?? 0);
  // pgbench may omit its last report, so the calls after the warm-up are the total less the first report's
  let warmUp: { readonly seconds: number; readonly calls: number } | undefined;
  const said: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    const [, at, perSecond] = /^progress: ([\d.]+) s, ([\d.]+) tps/.exec(line) ?? [];
    if (at === undefined) said.push(line);
    else if (!warmUp) {
      warmUp = { seconds: Number(at), calls: Number(at) * Number(perSecond) };
      onWarm();
    }
  });
  const summary = text(child.stdout);
  const [code] = await once(child, "close");
  const processed = Number(/actually processed: (\d+)/.exec(await summary)?.[1]);
  const steady = seconds + PGBENCH_WARM_UP - (warmUp?.seconds ?? Number.POSITIVE_INFINITY);
  if (code || !warmUp || steady <= 0)
    throw new Error(`pgbench did not run:\n${said.join("\n")}\n${await summary}`);
  const calls = processed - warmUp.calls;
  return { all: processed, calls, perSecond: calls / steady };
}
