import { mailSpentBudgets } from "@stampbook/core/access";
import { remindGuests, writeBookingMessages } from "@stampbook/core/bookings";
import type { CoreDeps } from "@stampbook/core/context";
import { endLevels } from "@stampbook/core/levels";
import type { MessageSenders } from "@stampbook/core/messages";
import { workOnJobs } from "@stampbook/core/vouchers";
import type { FastifyBaseLogger } from "fastify";
import { runBackgroundJobs, type Task } from "../background-jobs.ts";
import { type DeliveryNotes, startDelivery } from "../delivery/dispatcher.ts";
import { deliveryNotes } from "../delivery/notes.ts";
import { createSenders } from "../delivery/senders.ts";
import type { Env } from "../env.ts";
import { expiryJob } from "../expiry-job.ts";
import { type Around, keepHouse } from "../housekeeping.ts";

/**
 * How often to look for spent budgets: limits, such as of messages in a day, that are used up. The merchant's
 * owners get a mail about them.
 */
const BUDGET_MAILS_EVERY_MS = 60_000;

/** How often to look for messages to guests. They are noted with the change of a booking. */
const BOOKING_MESSAGES_EVERY_MS = 1_000;

/** How often to look for guests to remind. */
const REMINDERS_EVERY_MS = 60_000;

/** How often to look for jobs that generate codes. */
const CODES_EVERY_MS = 1_000;

/** How often to check whether a merchant's day has ended, so that stamps expire and levels end. */
const NIGHTLY_EVERY_MS = 60_000;

/** Functions that hear of the work, for metrics and traces. */
export type BackgroundWatch = {
  /** Runs a job, and notes how it ends. */
  readonly around: Around;
  /** Called after each round of deliveries. */
  readonly onRound: NonNullable<DeliveryNotes["onRound"]>;
  /** Returns senders that trace messages. */
  readonly aroundSenders: (senders: MessageSenders) => MessageSenders;
};

const unwatched: BackgroundWatch = {
  around: (_job, work) => work(),
  onRound: () => {},
  aroundSenders: (senders) => senders,
};

/** Starts the work that no call waits for. Returns a function that ends it, and resolves when it has ended. */
export function startBackground(
  core: CoreDeps,
  delivery: Env["delivery"],
  log: FastifyBaseLogger,
  watch: Partial<BackgroundWatch> = {},
): () => Promise<unknown> {
  const { around, onRound, aroundSenders } = { ...unwatched, ...watch };
  const notes = { ...deliveryNotes(log), onRound };
  const sending = startDelivery(core, aroundSenders(createSenders(delivery)), notes);
  const repeat = (job: string, everyMs: number, task: Task, failed: string) =>
    runBackgroundJobs(
      core,
      (error) => log.warn(error, failed),
      everyMs,
      (deps, isStopped) => around(job, () => task(deps, isStopped)),
    );
  const ends = [
    keepHouse(
      core,
      (error, chore) => log.warn(error, `old ${chore} were not forgotten`),
      undefined,
      around,
    ),
    repeat("codes", CODES_EVERY_MS, workOnJobs, "a job stopped"),
    repeat(
      "booking_messages",
      BOOKING_MESSAGES_EVERY_MS,
      writeBookingMessages,
      "messages to guests were not all written",
    ),
    repeat("reminders", REMINDERS_EVERY_MS, remindGuests, "guests were not all reminded"),
    repeat(
      "budget_mails",
      BUDGET_MAILS_EVERY_MS,
      mailSpentBudgets,
      "owners were not told of a limit",
    ),
    repeat("expiry", NIGHTLY_EVERY_MS, expiryJob(log), "expired stamps were not all taken"),
    repeat("levels", NIGHTLY_EVERY_MS, endLevels, "levels that have ended were not all looked at"),
    sending.stop,
  ];
  return () => Promise.all(ends.map((end) => end()));
}
