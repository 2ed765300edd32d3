import {
  type Channel,
  channels,
  countWaitingMessages,
  type Delivered,
  type DeliveryDeps,
  deliverMessages,
  type MessageSenders,
} from "@stampbook/core/messages";

/** Callbacks by which the dispatcher reports to the log. They never get a message's text. */
export type DeliveryNotes = {
  readonly onError: (error: unknown, channel: Channel) => void;
  /** Called after each round. */
  readonly onRound?: (round: Delivered, channel: Channel) => void;
  /** Called after a round in which some messages were not sent. */
  readonly onTrouble: (round: Delivered, channel: Channel) => void;
  /** Called when messages wait on a channel without a sender, and again each time that their number grows. */
  readonly onUnsendable: (waiting: number, channel: Channel) => void;
};

/** How long a channel pauses when nothing is due. */
const REST_MS = 500;
/**
 * The most calls of `deliverMessages` that a channel runs in parallel. Each call serves different merchants,
 * so slow sends of one merchant do not delay the others.
 */
const MOST_ROUNDS = 8;
/** After a stop, running work has this time to end. Then it is aborted, and its messages are sent later. */
const GRACE_MS = 5_000;
/** How often to count the messages that wait on channels without a sender. */
const LOOK_MS = 30_000;

/**
 * Sends queued messages until it is stopped, each channel at its own pace. On stop, running work may finish
 * within a grace period. Several processes may run it at once: each sends only messages on which no other
 * process has a lease.
 */
export function startDelivery(
  deps: DeliveryDeps,
  senders: MessageSenders,
  notes: DeliveryNotes,
  { restMs = REST_MS, lookMs = LOOK_MS, graceMs = GRACE_MS } = {},
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const serve = async (channel: Channel) => {
    const send = senders[channel];
    if (!send) return watch(channel);
    const served = new Set<number>();
    const rounds = new Set<Promise<boolean>>();
    const deliver = async () => {
      try {
        const round = await deliverMessages(deps, channel, send, {
          giveUp: givingUp.signal,
          served,
        });
        notes.onRound?.(round, channel);
        if (round.putOff || round.dead) notes.onTrouble(round, channel);
        return round.sent + round.putOff + round.dead > 0;
      } catch (error) {
        notes.onError(error, channel);
        return false;
      }
    };
    await until(stopping.signal, restMs, async () => {
      const round = deliver();
      rounds.add(round);
      void round.then(() => rounds.delete(round));
      const soon = rest(restMs, stopping.signal).then(() => true);
      return Promise.race(rounds.size < MOST_ROUNDS ? [round, soon] : rounds);
    });
    await Promise.all(rounds);
  };
  const watch = async (channel: Channel) => {
    let told = 0;
    await until(stopping.signal, lookMs, async () => {
      try {
        const waiting = (await countWaitingMessages(deps))[channel].count;
        if (waiting > told) notes.onUnsendable(waiting, channel);
        told = waiting;
      } catch (error) {
        notes.onError(error, channel);
      }
      return false;
    });
  };
  const ended = Promise.all(channels.map(serve));
  return {
    stop: async () => {
      stopping.abort();
      const grace = setTimeout(() => givingUp.abort(), graceMs);
      await ended;
      clearTimeout(grace);
    },
  };
}

/** Repeats the work until the signal aborts. Pauses for `restMs` after work that returned false. */
async function until(signal: AbortSignal, restMs: number, work: () => Promise<boolean>) {
  while (!signal.aborted) if (!(await work())) await rest(restMs, signal);
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    }
    signal.addEventListener("abort", end);
  });
}
