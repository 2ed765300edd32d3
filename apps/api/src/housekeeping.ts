import { forgetOldSessions } from "@stampbook/core/access";
import { forgetOldRows } from "@stampbook/core/audit";
import type { CoreDeps } from "@stampbook/core/context";
import { renewIdentifiers } from "@stampbook/core/customers";
import { forgetOldMessages } from "@stampbook/core/messages";

const HOUR_MS = 3_600_000;

type Chore = (core: CoreDeps, giveUp: AbortSignal) => Promise<unknown>;

const chores = {
  rows: forgetOldRows,
  sessions: forgetOldSessions,
  messages: forgetOldMessages,
  identifiers: renewIdentifiers,
} satisfies Record<string, Chore>;

/**
 * The names of the housekeeping tasks. Most delete old rows. `identifiers` stores emails and Member IDs of
 * earlier versions as they are compared now.
 */
export type Forgotten = keyof typeof chores;

/** Runs a job of this name. Fails as the job does. */
export type Around = (job: string, work: () => Promise<unknown>) => Promise<unknown>;

/**
 * Runs each task soon after the start and then every hour. The first delay is random, so that processes do
 * not run the tasks at the same time. Returns a function that stops the tasks, and resolves once the current
 * piece of work is done.
 */
export function keepHouse(
  core: CoreDeps,
  onError: (error: unknown, chore: Forgotten) => void,
  soonMs = Math.random() * 60_000,
  around: Around = (_job, work) => work(),
): () => Promise<void> {
  const leaving = new AbortController();
  const { signal } = leaving;
  let sweeping = Promise.resolve();

  async function sweep() {
    // a failing task does not prevent the others
    for (const [name, chore] of Object.entries<Chore>(chores))
      if (!signal.aborted)
        await around(name, () => chore(core, signal)).catch((error: unknown) =>
          onError(error, name as Forgotten),
        );
  }

  function begin() {
    sweeping = sweeping.then(sweep);
  }

  const first = setTimeout(begin, soonMs);
  const timer = setInterval(begin, HOUR_MS);
  first.unref();
  timer.unref();
  return async () => {
    leaving.abort();
    clearTimeout(first);
    clearInterval(timer);
    await sweeping;
  };
}
