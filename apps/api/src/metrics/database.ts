import type { OpenDb, StandbyRead } from "@stampbook/db";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Times the work of the pool. `code` is the SQLSTATE or the driver's code of work that failed. */
export function timeStatements(register: Registry) {
  const registers = [register];
  const seconds = new Histogram({
    name: "stampbook_statement_seconds",
    help: "Time of statements at the database, without the wait for a connection. All transactions have one name.",
    labelNames: ["statement"],
    buckets: SECONDS,
    registers,
  });
  const failures = new Counter({
    name: "stampbook_statement_failures_total",
    help: "Statements that failed, by SQLSTATE or the driver's code.",
    labelNames: ["code"],
    registers,
  });
  return ({ statement, ms, code }: { statement: string; ms: number; code?: string }) => {
    seconds.observe({ statement }, ms / 1_000);
    if (code !== undefined) failures.inc({ code });
  };
}

/** Counts the heavy reads that the standby was asked for. Unless `read`, the primary ran them. */
export function countStandbyReads(register: Registry) {
  const reads = new Counter({
    name: "stampbook_standby_reads_total",
    help: "Heavy reads for which the standby was asked: read, behind or away.",
    labelNames: ["outcome"],
    registers: [register],
  });
  return ({ outcome }: StandbyRead) => reads.inc({ outcome });
}

/** Shows the state of the pool, read when it is asked for. */
export function showPool(register: Registry, { connections, route, load }: Omit<OpenDb, "db">) {
  const registers = [register];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("stampbook_pool_connections", "The pool's size.", () => connections);
  gauge(
    "stampbook_pool_running",
    "Statements and transactions that the database is running.",
    () => load().running,
  );
  gauge(
    "stampbook_pool_waiting",
    "Statements and transactions that wait for a connection.",
    () => load().waiting,
  );
  gauge(
    "stampbook_pool_failing_seconds",
    "How long no statement was answered; 0 if the last one was.",
    () => load().failingForMs / 1_000,
  );
  new Gauge({
    name: "stampbook_pool_info",
    help: "How statements reach the database: the host found at the start, and whether through a pooler. Always 1.",
    labelNames: ["host", "pooler"],
    registers,
  }).set({ host: route.host ?? "embedded", pooler: String(route.hasPooler) }, 1);
  for (const [name, help, read] of [
    ["stampbook_pool_waits_total", "Waits for a connection.", () => load().waits],
    [
      "stampbook_pool_wait_seconds_total",
      "Time of all waits for a connection.",
      () => load().waitedMs / 1_000,
    ],
  ] as const)
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
}
