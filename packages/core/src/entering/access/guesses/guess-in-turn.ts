import type { Db } from "@stampbook/db";
import { actorOf, type CoreContext } from "../../../foundation/context.ts";

/** How many guesses of one caller run at once in a process. */
const AT_ONCE = 16;

type Queue = { running: number; readonly waiting: (() => void)[] };

const queues = new WeakMap<Db, Map<string, Queue>>();

/**
 * Runs `work`, which may count a wrong guess. At most `AT_ONCE` of a caller's guesses run at once, and the
 * others wait for their turn. Without this limit, a parallel burst would look up every guess before the first
 * is counted.
 */
export async function guessInTurn<T>(ctx: CoreContext, work: () => Promise<T>): Promise<T> {
  const name = `${ctx.caller.merchant.id} ${actorOf(ctx.caller)}`;
  const callers = queues.get(ctx.db) ?? new Map<string, Queue>();
  queues.set(ctx.db, callers);
  const queue = callers.get(name) ?? { running: 0, waiting: [] };
  callers.set(name, queue);
  if (queue.running >= AT_ONCE) await new Promise<void>((go) => queue.waiting.push(go));
  else queue.running++;
  try {
    return await work();
  } finally {
    const next = queue.waiting.shift();
    if (next) next();
    else if (--queue.running === 0) callers.delete(name);
  }
}
