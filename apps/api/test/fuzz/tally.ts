import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The result of a run, for `scripts/fuzz.mjs`, which adds up several reports. */
export type Report = {
  readonly requests: number;
  readonly ms: number;
  readonly findings: readonly string[];
  /** The number of answers by operation and status. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

const TOLD_EVERY = 5_000;

/** Counts answers by operation and status, and prints the progress from time to time. */
export function createTally(name: string, now: () => number = () => performance.now()) {
  const answers: Record<string, Record<string, number>> = {};
  const findings: string[] = [];
  let requests = 0;
  let began: number | undefined;
  return {
    begin: () => {
      began ??= now();
    },
    count: (operation: string, status: number) => {
      requests++;
      const seconds = (now() - (began ?? now())) / 1_000;
      if (requests % TOLD_EVERY === 0)
        console.log(`${name}: ${requests} requests in ${Math.round(seconds)} s`);
      answers[operation] ??= {};
      const own = answers[operation];
      own[status] = (own[status] ?? 0) + 1;
    },
    /** Records an operation with a wrong answer, and throws the error again. */
    find: (operation: string, error: unknown): never => {
      findings.push(operation);
      throw error;
    },
    note: (operation: string) => {
      findings.push(operation);
    },
    answersOf: (operation: string) => answers[operation] ?? {},
    report: (): Report => ({ requests, ms: now() - (began ?? now()), findings, answers }),
  };
}

/** Writes a report to a file in the directory, which `scripts/fuzz.mjs` reads. */
export function leaveReport(directory: string, name: string, report: Report) {
  writeFileSync(join(directory, `${name}.json`), JSON.stringify(report));
}
