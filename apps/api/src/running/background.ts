import { mailSpentBudgets } from "@stampbook/core/access";
import type { CoreDeps } from "@stampbook/core/context";
import { endLevels } from "@stampbook/core/levels";
import type { FastifyBaseLogger } from "fastify";
import { runBackgroundJobs } from "../background-jobs.ts";
import { startDelivery } from "../delivery/dispatcher.ts";
import { deliveryNotes } from "../delivery/notes.ts";
import { createSenders } from "../delivery/senders.ts";
import type { Env } from "../env.ts";
import { expiryJob } from "../expiry-job.ts";
import { keepHouse } from "../housekeeping.ts";

/**
 * How often to look for spent budgets: limits, such as of messages in a day, that are used up. The merchant's
 * owners get a mail about them.
 */
const BUDGET_MAILS_EVERY_MS = 60_000;

/** How often to check whether a merchant's day has ended, so that stamps expire and levels end. */
const NIGHTLY_EVERY_MS = 60_000;

/** Starts the work that no call waits for. Returns a function that ends it, and resolves when it has ended. */
export function startBackground(
  core: CoreDeps,
  delivery: Env["delivery"],
  log: FastifyBaseLogger,
): () => Promise<unknown> {
  const warn = (text: string) => (error: unknown) => log.warn(error, text);
  const sending = startDelivery(core, createSenders(delivery), deliveryNotes(log));
  const ends = [
    keepHouse(core, (error, chore) => log.warn(error, `old ${chore} were not forgotten`)),
    runBackgroundJobs(core, warn("a job stopped")),
    runBackgroundJobs(
      core,
      warn("owners were not told of a limit"),
      BUDGET_MAILS_EVERY_MS,
      mailSpentBudgets,
    ),
    runBackgroundJobs(
      core,
      warn("expired stamps were not all taken"),
      NIGHTLY_EVERY_MS,
      expiryJob(log),
    ),
    runBackgroundJobs(
      core,
      warn("levels that have ended were not all looked at"),
      NIGHTLY_EVERY_MS,
      endLevels,
    ),
    sending.stop,
  ];
  return () => Promise.all(ends.map((end) => end()));
}
