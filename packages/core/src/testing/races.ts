import { isDatabaseError } from "@stampbook/db";
import { Failure } from "../foundation/failures.ts";
import { createBatcher, type Writing } from "../foundation/writing/index.ts";
import type { Statement } from "../foundation/writing/statement.ts";
import type { OpenHarness } from "./open-harness.ts";

/**
 * Makes two batchers, one for each of two processes. A call waits up to a minute for another call with its
 * key, because 20 calls with one key are slow on a busy machine.
 */
export function twoProcesses({ db }: OpenHarness): readonly [Writing, Writing] {
  const start = () => createBatcher(db, { keyWaitMs: 60_000 });
  return [start(), start()];
}

/** Returns a process that runs `statement`, for example without a guard, instead of the operation's own. */
export function running<Call, Seen, Done>(
  process: Writing,
  statement: Statement<Call, Seen, Done>,
): Writing {
  return {
    ...process,
    write: (operation, call, sending) =>
      process.write({ ...operation, statement: statement as never }, call, sending),
  };
}

/** Returns a process that runs `change` between a call's first and second statement. */
export function changing(process: Writing, change: () => Promise<unknown>): Writing {
  let statements = 0;
  return {
    ...process,
    write: async (...sending) => {
      const row = await process.write(...sending);
      if (++statements === 1) await change();
      return row;
    },
  };
}

/**
 * Makes `count` calls at once, alternating between the processes. Returns the number of each answer: `done`,
 * the refusal's code, or the SQLSTATE of the database's error.
 */
export async function together(
  processes: readonly Writing[],
  count: number,
  call: (writing: Writing, n: number) => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const answers: Record<string, number> = {};
  const add = (answer: string) => {
    answers[answer] = (answers[answer] ?? 0) + 1;
  };
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      call(processes[n % processes.length] as Writing, n).then(
        () => add("done"),
        (error: unknown) => add(codeOf(error)),
      ),
    ),
  );
  return answers;
}

/** Returns a refusal's code, or the SQLSTATE of the database's error. Throws any other error. */
export function codeOf(error: unknown): string {
  if (error instanceof Failure || isDatabaseError(error)) return error.code;
  throw error;
}
