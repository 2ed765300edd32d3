import { type Figures, figuresOf } from "./figures.ts";
import { onStage, QUIET } from "./stage.ts";
import { pings, rewards } from "./town-menu.ts";

/** Calls per second of the noisy merchant: half of what the rate limits of its tokens allow. */
const NOISY = 800;
/** Calls per second of a merchant whose rows are locked, so that each call waits. */
const WAITING = 100;

/**
 * Measures one merchant alone, beside a merchant that floods, and beside a merchant whose rows are locked.
 */
export function runNoisyMerchant(seconds: number): Promise<Figures[]> {
  return onStage(seconds, async ({ quiet, noisy, sql, measure, disturb }) => {
    const alone = await measure(rewards(quiet), QUIET);
    const [beside] = await Promise.all([
      measure(rewards(quiet), QUIET),
      disturb(rewards(noisy), NOISY),
    ]);
    const locked = await sql.begin(async (tx) => {
      await tx`select 1 from memberships where merchant_id = ${noisy.id} for update`;
      const [quietly] = await Promise.all([
        measure(rewards(quiet), QUIET),
        disturb(rewards(noisy), WAITING),
      ]);
      return quietly;
    });
    return [
      figuresOf("alone", alone),
      figuresOf("beside a merchant who floods", beside),
      figuresOf("beside a merchant whose rows are locked", locked),
    ];
  });
}

/**
 * Locks the table `redemptions`. Measures pings before and during the lock, redemptions of rewards that wait
 * for the lock, and redemptions of rewards afterwards.
 */
export function runTableLock(seconds: number): Promise<Figures[]> {
  return onStage(seconds, async ({ quiet, noisy, sql, measure, disturb }) => {
    const before = await measure(pings(quiet), QUIET);
    const [during, waiting] = await sql.begin(async (tx) => {
      await tx`lock table redemptions in access exclusive mode`;
      return Promise.all([measure(pings(quiet), QUIET), disturb(rewards(noisy), WAITING)]);
    });
    const after = await measure(rewards(quiet), QUIET);
    return [
      figuresOf("pings before", before),
      figuresOf("pings while the table redemptions is locked", during),
      figuresOf("rewards meanwhile", waiting),
      figuresOf("rewards after", after),
    ];
  });
}
